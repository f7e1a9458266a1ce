<?php
/*
 * make_wiki_words - writes wiki_words_data.c from MediaWiki's own files of messages.
 *
 *     php formats/wiki/make_wiki_words.php /usr/share/mediawiki >formats/wiki/wiki_words_data.c
 *
 * Run by hand, when MediaWiki's words change; Debian's packages php-cli and mediawiki are all it
 * needs. Only names are taken (facts, not code): of namespaces, redirects, image options, behaviour
 * switches and the magic words that stand for text.
 */

if ($argc != 2 || !is_dir("$argv[1]/languages/messages")) {
    fwrite(STDERR, "usage: make_wiki_words.php FOLDER_OF_MEDIAWIKI >wiki_words_data.c\n");
    exit(2);
}
$root = $argv[1];

foreach (['MEDIA' => -2, 'SPECIAL' => -1, 'MAIN' => 0, 'TALK' => 1, 'USER' => 2, 'USER_TALK' => 3,
    'PROJECT' => 4, 'PROJECT_TALK' => 5, 'FILE' => 6, 'FILE_TALK' => 7, 'IMAGE' => 6,
    'IMAGE_TALK' => 7, 'MEDIAWIKI' => 8, 'MEDIAWIKI_TALK' => 9, 'TEMPLATE' => 10,
    'TEMPLATE_TALK' => 11, 'HELP' => 12, 'HELP_TALK' => 13, 'CATEGORY' => 14,
    'CATEGORY_TALK' => 15] as $name => $number) {
    define("NS_$name", $number);
}

/* Options that no file of messages has: of the player of sounds and films. */
const PLAYER_OPTIONS = ['start=$1', 'end=$1', 'thumbtime=$1', 'muted', 'loop', 'noicon',
    'disablecontrols=$1', 'nocontrols', 'noplayer'];

/* Switches of extensions. */
const EXTENSION_SWITCHES = ['__DISAMBIG__', '__NOGLOBAL__', '__ARCHIVEDTALK__', '__NOTALK__',
    '__EXPECTED_UNCONNECTED_PAGE__', '__EXPECTWITHOUTSCANS__', '__NOTOCNUM__', '__START__',
    '__END__'];

/* Names that come from MediaWiki's settings and extensions, not from its messages. */
const ENGLISH_NAMESPACES = ['Image' => 6, 'Image talk' => 7, 'Project' => 4, 'Project talk' => 5,
    'Wikipedia' => 4, 'Wikipedia talk' => 5, 'WP' => 4, 'WT' => 5, 'Portal' => 100,
    'Portal talk' => 101, 'Draft' => 118, 'Draft talk' => 119, 'TimedText' => 710,
    'TimedText talk' => 711];

/* Wikipedias whose address is not the code of their language. */
const OTHER_CODES = ['als' => 'gsw', 'bat-smg' => 'sgs', 'be-x-old' => 'be-tarask',
    'fiu-vro' => 'vro', 'roa-rup' => 'rup', 'zh-classical' => 'lzh', 'zh-min-nan' => 'nan',
    'zh-yue' => 'yue', 'simple' => 'en', 'no' => 'nb', 'cz' => 'cs', 'dk' => 'da', 'jp' => 'ja',
    'nan' => 'zh-hant', 'zh-cn' => 'zh-hans', 'bh' => 'bho', 'eml' => 'it', 'mo' => 'ro',
    'sh' => 'sh-latn', 'minnan' => 'nan', 'zh-cfr' => 'nan', 'nds-nl' => 'nl', 'cbk-zam' => 'es',
    'map-bms' => 'jv'];

/* Languages whose wikis are written in several scripts or countries: all of their words count. */
const VARIANTS = ['zh' => 'zh-hans,zh-hant,zh-tw,zh-hk', 'yue' => 'zh-hant,zh-hans',
    'wuu' => 'zh-hans,zh-hant', 'gan' => 'gan-hant,gan-hans', 'sr' => 'sr-ec,sr-el',
    'kk' => 'kk-cyrl,kk-latn,kk-arab', 'ku' => 'ku-latn,ku-arab', 'tg' => 'tg-cyrl,tg-latn',
    'uz' => 'uz-latn,uz-cyrl', 'crh' => 'crh-latn,crh-cyrl', 'iu' => 'ike-cans,ike-latn',
    'pt' => 'pt-br', 'pt-br' => 'pt', 'sh' => 'sr-el,hr,bs', 'bs' => 'hr,sr-el', 'nb' => 'nn,da',
    'nn' => 'nb', 'be-tarask' => 'be', 'be' => 'be-tarask', 'hif' => 'hif-latn', 'ks' => 'ks-arab',
    'tt' => 'tt-cyrl,tt-latn', 'ug' => 'ug-arab', 'ruq' => 'ruq-latn', 'de' => 'de-formal',
    'nl' => 'nl-informal', 'hu' => 'hu-formal', 'es' => 'es-formal', 'gl' => 'pt',
    'shi' => 'shi-latn,shi-tfng', 'lzh' => 'zh-hant'];

/* Magic words that stand for text, or are functions of text. */
const MAGIC = ['formatnum', 'lc', 'uc', 'lcfirst', 'ucfirst', 'plural', 'grammar', 'gender', 'ns',
    'nse', 'int', 'tag', 'padleft', 'padright', 'formatdate', 'language', 'special', 'bidi',
    'localurl', 'fullurl', 'canonicalurl', 'filepath', 'urlencode', 'anchorencode',
    'pagename', 'pagenamee', 'fullpagename', 'basepagename', 'subpagename', 'rootpagename',
    'talkpagename', 'subjectpagename', 'namespace', 'namespacenumber', 'talkspace', 'subjectspace',
    'sitename', 'server', 'servername', 'contentlanguage', 'pagelanguage', 'pageid', 'revisionid',
    'currentday', 'currentday2', 'currentdayname', 'currentmonth', 'currentmonth1',
    'currentmonthname', 'currentmonthnamegen', 'currentmonthabbrev', 'currentyear', 'currenttime',
    'currenthour', 'currentweek', 'currentdow', 'currenttimestamp',
    'localday', 'localday2', 'localdayname', 'localmonth', 'localmonth1', 'localmonthname',
    'localmonthnamegen', 'localmonthabbrev', 'localyear', 'localtime', 'localhour', 'localweek',
    'localdow', 'localtimestamp', 'revisionday', 'revisionday2', 'revisionmonth', 'revisionmonth1',
    'revisionyear', 'revisiontimestamp', 'revisionuser', 'numberofarticles', 'numberofpages',
    'numberoffiles', 'numberofusers', 'numberofactiveusers', 'numberofadmins', 'numberofedits',
    'numberingroup', 'pagesincategory', 'pagesize', 'defaultsort', 'displaytitle', 'subst',
    'safesubst', 'msg', 'msgnw', 'raw', 'directionmark', 'protectionlevel', 'cascadingsources',
    'expr', 'if', 'ifeq', 'ifexpr', 'iferror', 'switch', 'default', 'ifexist', 'time', 'timel',
    'rel2abs', 'titleparts', 'len', 'pos', 'rpos', 'sub', 'count', 'replace', 'explode',
    'urldecode', 'invoke', 'categorytree', '!', '='];

function variables_of(string $file): array {
    include $file;
    unset($file);
    return get_defined_vars();
}

function code_of(string $file): string {
    return strtolower(strtr(substr(basename($file, '.php'), strlen('Messages')), '_', '-'));
}

/* What extensions' files have, by language. */
function extension_words(string $root, string $variable): array {
    $all = [];
    $files = array_merge(glob("$root/extensions*/*/*magic.php"),
        glob("$root/extensions*/*/*namespaces.php"));
    foreach ($files as $file) {
        foreach (variables_of($file)[$variable] ?? [] as $code => $words) {
            $code = strtolower(strtr($code, '_', '-'));
            $all[$code] = ($all[$code] ?? []) + $words;
        }
    }
    return $all;
}

/* A name as it stands in a title; empty when it depends on the wiki's own name. */
function plain(string $name): string {
    return strpos($name, '$1') === false && strpos($name, '{{') === false
        ? trim(strtr($name, '_', ' ')) : '';
}

function namespaces_of(array $names, array $aliases, array $genders): array {
    $lines = [];
    foreach ($names as $number => $name) {
        $lines[] = [$number, plain($name)];
    }
    foreach ($aliases as $name => $number) {
        $lines[] = [$number, plain((string)$name)];
    }
    foreach ($genders as $number => $forms) {
        foreach ($forms as $name) {
            $lines[] = [$number, plain($name)];
        }
    }
    $lines = array_filter($lines, fn($line) => $line[1] !== '' && $line[0] != 0);
    return array_values(array_unique(array_map(fn($line) => "$line[0] $line[1]", $lines)));
}

/* The spellings of a magic word: the first element tells whether case counts. */
function spellings(array $word): array {
    return array_filter(array_slice($word, 1), fn($spelling) => $spelling !== '');
}

function words_of(array $magic, array $english): array {
    $words = ['redirects' => [], 'image_options' => [], 'alternatives' => [], 'switches' => [],
        'magic_words' => []];
    foreach ($magic as $id => $word) {
        $id = (string)$id;
        $new = array_values(array_diff(spellings($word), $english[$id] ?? []));
        if ($id === 'redirect') {
            array_push($words['redirects'], ...$new);
        } elseif ($id === 'img_alt') {
            array_push($words['alternatives'], ...$new);
        } elseif (strpos($id, 'img_') === 0 || strpos($id, 'timedmedia_') === 0) {
            array_push($words['image_options'], ...$new);
        } elseif (preg_match('/^(__|＿＿)/u', spellings($word)[0] ?? '') ||
            isset($english[$id]) && preg_match('/^__/', $english[$id][0])) {
            array_push($words['switches'], ...$new);
        } elseif (in_array($id, MAGIC, true)) {
            foreach ($new as $spelling) {
                $spelling = preg_replace('/[:：]$/u', '', $spelling);
                $words['magic_words'][] = "$id " . ltrim($spelling, '#');
            }
        }
    }
    return array_map(fn($list) => array_values(array_unique($list)), $words);
}

function literal(array $lines): string {
    if (!$lines) {
        return ' ""';
    }
    $text = '';
    $row = '';
    foreach ($lines as $line) {
        $line = addcslashes(preg_replace('/\s+/u', ' ', $line), '"\\?') . '\n';
        if ($row !== '' && mb_strlen($row) + mb_strlen($line) > 90) {
            $text .= "\n     \"$row\"";
            $row = '';
        }
        $row .= $line;
    }
    return "$text\n     \"$row\"";
}

$extension_magic = extension_words($root, 'magicWords');
$extension_names = extension_words($root, 'namespaceNames');
$extension_aliases = extension_words($root, 'namespaceAliases');

$messages = [];
foreach (glob("$root/languages/messages/Messages*.php") as $file) {
    $messages[code_of($file)] = variables_of($file);
}
foreach (array_merge(array_keys($extension_magic), array_keys($extension_names)) as $code) {
    $messages[$code] ??= [];
}
unset($messages['qqq'], $messages['qqx']);
foreach (OTHER_CODES as $code => $other) {
    $fallback = $messages[$code]['fallback'] ?? '';
    $messages[$code]['fallback'] = $fallback === '' ? $other : "$other,$fallback";
}
foreach (VARIANTS as $code => $others) {
    $fallback = $messages[$code]['fallback'] ?? '';
    $messages[$code]['fallback'] = $fallback === '' ? $others : "$others,$fallback";
}

$english = array_map(fn($word) => array_values(spellings($word)),
    $messages['en']['magicWords'] + $extension_magic['en']);
$messages['en']['namespaceAliases'] =
    ($messages['en']['namespaceAliases'] ?? []) + ENGLISH_NAMESPACES;

require "$root/includes/languages/data/Names.php";
$codes = array_merge(array_keys(MediaWiki\Languages\Data\Names::$names), array_keys($messages));
$codes = array_unique(array_map('strtolower', $codes));
sort($codes);

echo "/* Generated by formats/wiki/make_wiki_words.php from MediaWiki's messages: not to be edited. */\n";
echo "/* clang-format off */\n#include \"formats/wiki/wiki_words.h\"\n\n";
echo 'const char WIKI_LANGUAGE_CODES[] =';
foreach (array_chunk($codes, 8) as $line) {
    echo "\n    \"" . implode('\n', $line) . '\n"';
}
echo ";\n\nconst struct wiki_words WIKI_WORDS[] = {\n";
ksort($messages, SORT_STRING);
$count = 0;
foreach ($messages as $code => $all) {
    $names = ($all['namespaceNames'] ?? []) + ($extension_names[$code] ?? []);
    $aliases = ($all['namespaceAliases'] ?? []) + ($extension_aliases[$code] ?? []);
    $magic = ($all['magicWords'] ?? []) + ($extension_magic[$code] ?? []);
    $words = words_of($magic, $code === 'en' ? [] : $english);
    $fallbacks = array_map(fn($other) => strtolower(trim($other)),
        explode(',', $all['fallback'] ?? ''));
    $fallbacks = array_values(array_filter(array_unique($fallbacks),
        fn($other) => $other !== 'en' && $other !== $code && isset($messages[$other])));
    if ($code === 'en') {
        array_push($words['image_options'], ...PLAYER_OPTIONS);
        array_push($words['switches'], ...EXTENSION_SWITCHES);
    }
    $namespaces = namespaces_of($names, $aliases, $all['namespaceGenderAliases'] ?? []);
    if (!$namespaces && !array_filter($words) && !$fallbacks) {
        continue;
    }
    $count++;
    echo "    {\"$code\", \"" . implode(',', $fallbacks) . "\"," . literal($namespaces);
    foreach ($words as $list) {
        echo "," . literal($list);
    }
    echo "},\n";
}
echo "};\n\nconst size_t WIKI_WORDS_COUNT = $count;\n";
