#!/usr/bin/perl
#
# make_sentence_break.pl - writes sentence_break_data.c: the Sentence_Break property of every code
# point (UAX #29), as Perl's own copy of the Unicode database has it. Debian 12's Perl has Unicode
# 14.0, the version the project is pinned to.
#
#     perl tokenizer/text/make_sentence_break.pl >tokenizer/text/sentence_break_data.c
use strict;
use warnings;
use Unicode::UCD qw(prop_invmap prop_value_aliases);

die "this Perl has Unicode ", Unicode::UCD::UnicodeVersion(), ", not 14.0\n"
    unless Unicode::UCD::UnicodeVersion() eq '14.0.0';
my %letter = (
    Other => 'X', CR => 'C', LF => 'F', Sep => 'P', Extend => 'E', Format => 'M', Sp => 'S',
    Lower => 'l', Upper => 'U', OLetter => 'O', Numeric => 'N', ATerm => 'A', SContinue => 'K',
    STerm => 'T', Close => 'Z',
);
my ($starts, $values) = prop_invmap('Sentence_Break');
my ($text, $i) = ('', 0);
while ($i < @$starts && $starts->[$i] < 0x110000) {
    my $class = (prop_value_aliases('Sentence_Break', $values->[$i]))[1];
    my $end = $i + 1 < @$starts ? $starts->[$i + 1] : 0x110000;
    my $length = $end - $starts->[$i];
    $text .= ($letter{$class} // die "no letter for '$class'\n") . ($length > 1 ? $length : '');
    $i++;
}
print <<'END';
#include "tokenizer/text/sentence_break_data.h"

/* Unicode 14.0; made by tokenizer/text/make_sentence_break.pl. */
const char SENTENCE_BREAK_RUNS[] =
END
print "    \"$_\"\n" for grep { length } map { s/^\s+|\s+$//gr } $text =~ /(.{1,90})/g;
print "    ;\n";
