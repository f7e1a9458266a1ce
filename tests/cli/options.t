#!/usr/bin/env bash
#
# One table behind the parser, --help, the manual pages and completion: nothing drifts apart, and the
# defaults that are told are the ones that count.
. "$(dirname "$0")/../support/tap.sh"

# A command of mlmprep is a tool like the others: "mlmprep init".
tools=(wikiplain sentsplit docshard wpvocab wpiece mkmlm h5pack h5look s3sync)
mapfile -t commands < <(mlmprep --commands)
ok 'mlmprep has commands' test ${#commands[@]} -gt 0
tools+=("${commands[@]/#/mlmprep }")
for tool in "${tools[@]}"; do
    ok "$tool --option-table" bash -c "$tool --option-table >'$work/$tool.table'"
    ok "$tool --help" bash -c "$tool --help >'$work/$tool.help'"
done
cut -f1 "$work"/*.table | sort -u >"$work/all-names"

# names_in_help TOOL: the long options that begin a line of it, with their arguments.
names_in_help() {
    sed -nE 's/^ +(-[a-zA-Z0-9], )?(--[a-z0-9-]+)(( [A-Z]+)?)($|  .*)/\2\3/p' "$work/$1.help"
}

# sections_of TOOL: where its options are explained: the subsections of a page, parted by '|'.
sections_of() {
    case $1 in
    'mlmprep init' | 'mlmprep run') echo "$1|Options for plans|Options of all commands" ;;
    'mlmprep verify') echo "$1|Options for servers|Options of all commands" ;;
    'mlmprep fetch' | 'mlmprep update') echo "$1|Options for downloads|Options of all commands" ;;
    mlmprep*) echo "$1|Options of all commands" ;;
    esac
}

# entries_of TOOL: the options of its page: "--name ARGUMENT<TAB>text", each on a line.
entries_of() {
    awk -v sections="$(sections_of "$1")" '
        BEGIN {
            count = split(sections, names, "|")
            for (i = 1; i <= count; i++)
                wanted[names[i]]
        }
        /^\.S[hs] / { flush(); outside = count > 0 && !(substr($0, 5) in wanted) }
        outside { next }
        function flush() {
            if (entry != "") {
                gsub(/ +,/, ",", text)
                gsub(/ +\./, ".", text)
                print entry "\t" text
            }
            entry = text = ""
        }
        /^\.It Fl / {
            flush()
            match($0, /Fl -[a-z0-9-]+/)
            entry = "-" substr($0, RSTART + 3, RLENGTH - 3)
            if (match($0, /Ar [A-Z]+/))
                entry = entry " " substr($0, RSTART + 3, RLENGTH - 3)
            next
        }
        /^\.(El|Sh|Ss)/ { flush() }
        entry != "" {
            sub(/^\.[A-Z][a-z]+ /, "")
            text = text " " $0
        }
        END { flush() }' "tools/man/${1%% *}.1"
}

for tool in "${tools[@]}"; do
    awk -F'\t' '{ print $1 ($2 == "" ? "" : " " $2) }' "$work/$tool.table" >"$work/table-names"
    is "$tool: help shows every option once, in the table's order" \
        "$(names_in_help "$tool")" "$(cat "$work/table-names")"
    is "$tool: no name stands twice" "$(cut -f1 "$work/$tool.table" | sort | uniq -d)" ''

    help=$(tr -s ' \n' ' ' <"$work/$tool.help")
    missing=''
    while IFS= read -r line; do
        default=$(cut -f3 <<<"$line")
        [ -z "$default" ] || [[ $help == *"($default)"* ]] || missing+="$line; "
    done <"$work/$tool.table"
    is "$tool: help shows every default" "$missing" ''

    page=tools/man/${tool%% *}.1
    if [ ! -e "$page" ]; then
        fail "$tool: there is a manual page"
        continue
    fi
    entries_of "$tool" >"$work/entries"
    is "$tool: the manual page describes every option, and no other" \
        "$(cut -f1 "$work/entries" | sort)" "$(sort "$work/table-names")"
    missing=''
    while IFS= read -r line; do
        default=$(cut -f3 <<<"$line")
        text=$(awk -F'\t' -v name="$(cut -f1 <<<"$line")" '
            $1 == name || index($1, name " ") == 1 { print $2 }' "$work/entries" | tr -s ' ')
        # The page may have more to say between the parts of a long one.
        wanted="D${default#d}[.,]"
        wanted=${wanted//\*/\\*}
        wanted=${wanted//, /, .*}
        if [ -z "$default" ]; then
            [[ $text != *Default:* ]] || missing+="$line (none); "
        else
            [[ $text =~ $wanted ]] || missing+="$line; "
        fi
    done <"$work/$tool.table"
    is "$tool: the manual page tells the same defaults" "$missing" ''
    # Options of the other tools may be named, too, and the one of rsync.
    is "$tool: the manual page names no option that does not exist" \
        "$(grep -oE 'Fl -[a-z0-9-]+' "$page" | sed 's/^Fl /-/' | sort -u |
            comm -23 - "$work/all-names" | grep -vx -e --relative -e --commands -e -)" ''
done

# explicit_defaults TOOL: its defaults as arguments, those that are values: of "128, 512 in phase 2"
# the first.
explicit_defaults() {
    awk -F'\t' '
        sub(/^default: /, "", $3) && sub(/,.*|$/, "", $3) && ($3 ~ /^[0-9.]+$/ || index("," $4 ",", "," $3 ",") > 0) {
            print $1 "=" $3
        }' "$work/$1.table"
}

mapfile -t wpiece_defaults < <(explicit_defaults wpiece)
mapfile -t mkmlm_defaults < <(explicit_defaults mkmlm)
ok 'wpiece has defaults that can be given' test ${#wpiece_defaults[@]} -ge 4
ok 'mkmlm has defaults that can be given' test ${#mkmlm_defaults[@]} -ge 6
wpiece --vocab "$sample/vocab.txt" <"$sample/sample.txt" >"$work/tokens"
wpiece --vocab "$sample/vocab.txt" "${wpiece_defaults[@]}" <"$sample/sample.txt" \
    >"$work/tokens.explicit"
is 'wpiece takes its defaults' $? 0
cmp_files 'wpiece: the defaults told are those that count' "$work/tokens.explicit" "$work/tokens"
mkmlm "$work/tokens" >"$work/examples" 2>/dev/null
mkmlm "${mkmlm_defaults[@]}" "$work/tokens" >"$work/examples.explicit" 2>/dev/null
is 'mkmlm takes its defaults' $? 0
cmp_files 'mkmlm: the defaults told are those that count' "$work/examples.explicit" "$work/examples"

# completed TOOL WORD PREVIOUS: what completion offers, a line each.
# shellcheck disable=SC2030,SC2034 # the words are what the sourced function reads
completed() (
    local COMP_WORDS=() COMP_CWORD=2
    read -ra COMP_WORDS <<<"$1 $3 $2"
    set -- "${1%% *}" "$2" "$3"
    complete() { :; }
    # shellcheck source=../../tools/completion/wpiece
    . "tools/completion/$1" && COMPREPLY=() && _mlmprep "$1" "$2" "$3" 2>/dev/null
    printf '%s\n' "${COMPREPLY[@]}"
)

for tool in "${tools[@]}"; do
    is "$tool: completion offers every option" \
        "$(completed "$tool" -- "$tool" | sort)" "$(cut -f1 "$work/$tool.table" | sort)"
done
is 'completion offers the commands of mlmprep' "$(
    complete() { :; }
    . tools/completion/mlmprep
    COMP_CWORD=1 COMPREPLY=()
    _mlmprep mlmprep '' mlmprep
    printf '%s\n' "${COMPREPLY[@]}")" "$(printf '%s\n' "${commands[@]}" --help --version)"
is 'completion offers choices' "$(completed wpiece '' --output | tr '\n' ' ')" \
    'auto stream ids tokens '
is 'completion takes what is typed' "$(completed wpiece st --output)" stream
is 'completion takes what is typed of a name' "$(completed mkmlm --max-s mkmlm)" --max-seq-length
is 'completion offers choices of a command' "$(completed 'mlmprep init' '' --even | tr '\n' ' ')" \
    'no move trim '
done_testing
