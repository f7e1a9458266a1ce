#!/usr/bin/env bash
#
# mlmprep init: the plan that is written, what is refused, and what stays behind.
. "$(dirname "$0")/../support/tap.sh"

cp "$sample/sample.xml" "$work/enwiki-20260101-pages-articles.xml"
cp "$sample/vocab.txt" "$work/v.txt"
cp "$sample/sample.txt" "$work/plain.txt"
cd "$work" || exit 1
dump=enwiki-20260101-pages-articles.xml

init() { mlmprep init "$@"; }

# member FOLDER EXPRESSION: a part of the folder's plan, which is `p`, as Python shows it.
member() {
    "$python" -c 'import json, sys; p = json.load(open(sys.argv[1])); print(eval("(" + sys.argv[2] + ")"))' \
        "$1/run.json" "$2"
}

# refused NAME SENTENCE ARGUMENT...: exit 2, the sentence, no folder.
refused() {
    status_is "$1: exit 2" 2 init none "${@:3}"
    is "$1: one sentence" "$(cat stderr)" "mlmprep init: error: $2"
    is "$1: nothing on standard output" "$(cat stdout)" ''
    ok "$1: no folder is made" test ! -e none
}

# --- what is written

status_is 'a plan' 0 init a --source $dump --vocab v.txt
is 'says where, and what comes next' "$(cat stderr)" \
    "mlmprep init: wrote 'a/run.json': 256 tasks; go on with 'mlmprep run a'"
is 'nothing on standard output' "$(cat stdout)" ''
is 'files' "$(cd a && find . -type f | LC_ALL=C sort | xargs)" './lock ./run.json ./vocab.txt'
cmp_files 'the vocabulary is copied' a/vocab.txt v.txt
is 'the source: its place' "$(member a 'p["sources"][0]["location"]')" "$work/$dump"
is 'the source: its size' "$(member a 'p["sources"][0]["bytes"]')" "$(stat -c %s $dump)"
is 'the source: its SHA-256' "$(member a 'p["sources"][0]["sha256"]')" \
    "$(sha256sum $dump | cut -d' ' -f1)"
is 'the vocabulary' "$(member a 'p["vocabulary"]["location"], p["vocabulary"]["sha256"]')" \
    "('$work/v.txt', '$(sha256sum v.txt | cut -d' ' -f1)')"
is 'the rest is as by default' "$(member a '[p[k] for k in ("corpus", "kind", "series", "shards",
    "phases", "bucket", "upload", "keep_text", "even")]')" \
    "['wikicorpus_en', 'dump', None, {'training': 256, 'test': 0, 'test_fraction': 0.0}, [1], None, \
'each', True, 'no']"
is 'no tool has options' "$(member a 'any(p["options"].values())')" False

status_is 'everything' 0 init b --source $dump --source "$work/plain.txt" --source-kind paragraphs \
    --vocab train --vocab-size 500 --corpus c --shards 3 --test-shards 2 --test-fraction 0.25 \
    --lang de --cased --phase both --sentsplit '--max-chars 500' --docshard --dedupe \
    --wpvocab "--special-tokens '[A],[B]'" --wpiece --strict --mkmlm '--dupe-factor 2' \
    --mkmlm '--random-seed 7' --h5pack '--compress huffman' --bucket s3://bucket/pre/fix \
    --s3sync '--region eu-west-1' --upload finish --delete-text --even trim
is 'sources' "$(member b '[s["name"] for s in p["sources"]]')" "['$dump', 'plain.txt']"
is 'shards' "$(member b 'p["shards"]')" "{'training': 3, 'test': 2, 'test_fraction': 0.25}"
is 'options of tools, and what others mean for them' "$(member b 'p["options"]')" \
    "{'wikiplain': [], 'sentsplit': ['--lang', 'de', '--max-chars', '500'], \
'docshard': ['--dedupe'], 'wpvocab': ['--cased', '--special-tokens', '[A],[B]'], \
'wpiece': ['--cased', '--strict'], 'mkmlm': ['--dupe-factor', '2', '--random-seed', '7'], \
'h5pack': ['--compress', 'huffman'], 's3sync': ['--region', 'eu-west-1']}"
is 'and the rest' "$(member b '[p[k] for k in ("corpus", "kind", "vocabulary", "phases", "bucket",
    "upload", "keep_text", "even")]')" \
    "['c', 'paragraphs', {'location': None, 'sha256': '', 'train': 500}, [1, 2], \
's3://bucket/pre/fix', 'finish', False, 'trim']"
ok 'a vocabulary that is to be trained is not there' test ! -e b/vocab.txt

status_is 'the latest dump' 0 init c --source latest --wiki simplewiki --vocab train --keep 3
like 'goes on with update' "$(cat stderr)" "'mlmprep update c'"
is 'has a series and no sources' "$(member c 'p["sources"], p["series"], p["corpus"]')" \
    "([], {'mirror': 'https://dumps.wikimedia.org', 'wiki': 'simplewiki', \
'files': '*-pages-articles.xml.bz2', 'keep': 3}, 'wikicorpus_simple')"

cp plain.txt x_training_0.txt && cp v.txt x_training_1.txt
status_is 'shards that are there' 0 init d --source x_training_1.txt --source x_training_0.txt \
    --source-kind shards --vocab v.txt
is 'are the tasks, in their order' "$(member d '[s["name"] for s in p["sources"]], p["shards"],
    p["corpus"]')" "(['x_training_1.txt', 'x_training_0.txt'], {'training': 0, 'test': 0, \
'test_fraction': 0.0}, 'x')"
like 'and are counted' "$(cat stderr)" ': 2 tasks;'

mkdir parts && cp $dump parts/b2.xml && cp $dump parts/a1.xml && cp $dump 'parts/[x].xml'
status_is 'a pattern of sources' 0 init many --source plain.txt --source 'parts/[ab]?.xml' \
    --source 'parts/[x].xml' --source-kind dump --vocab v.txt
is 'stands for the files it matches, by name; a file by that name is itself' \
    "$(member many '[s["name"] for s in p["sources"]]')" "['plain.txt', 'a1.xml', 'b2.xml', '[x].xml']"
status_is 'a pattern that matches nothing' 1 init none --source 'parts/*.bz2' --vocab v.txt
like 'is told' "$(cat stderr)" "no file is named like the source 'parts/\*.bz2'"

# What a server does not tell is left open: nobody listens at port 1.
status_is 'sources of a server that is away' 0 init e --vocab https://127.0.0.1:1/v.txt \
    --source 'http://127.0.0.1:1/a%20b.xml.bz2?x=1'
is 'are named as they will be fetched' "$(member e '[p["sources"][0][k] for k in ("name", "bytes",
    "sha256", "sha1")], p["vocabulary"]["sha256"]')" "(['a b.xml.bz2', 0, '', ''], '')"
status_is 'and the same again' 0 init e --vocab https://127.0.0.1:1/v.txt \
    --source 'http://127.0.0.1:1/a%20b.xml.bz2?x=1'

for pair in dewiki-latest-pages-articles.xml.bz2=wikicorpus_de zh_yuewiki.json.gz=zh_yuewiki \
    my.text.xml.gz=my.text enwiktionary-1.xml=enwiktionary-1; do
    name=${pair%=*}
    cp $dump "$name"
    rm -rf f
    init -q f --source "$name" --vocab v.txt 2>stderr
    is "the corpus of $name" "$(member f 'p["corpus"]' 2>&1 || cat stderr)" "${pair#*=}"
done

# --- again

cp a/run.json before
status_is 'the same again' 0 init a --source "./$dump" --vocab "$work/v.txt" --shards 256
is 'says so' "$(cat stderr)" "mlmprep init: 'a' has this plan already; nothing changed"
status_is 'another plan' 2 init a --source $dump --vocab v.txt --shards 8 --mkmlm '--sop' --phase 2
is 'names what differs' "$(cat stderr)" \
    "mlmprep init: error: 'a': the folder has another plan, so take another folder for this one: 'shards.training' is 256 there, 8 is \
asked for; 'options.mkmlm' is [] there, [\"--sop\"] is asked for; 'phases' is [1] there, [2] is \
asked for"
echo >>$dump
status_is 'a source that is not the same any more' 2 init a --source $dump --vocab v.txt
like 'is named' "$(cat stderr)" "'sources\[0\].bytes' is [0-9]+ there"
cp "$sample/sample.xml" $dump
echo new >>v.txt
status_is 'a vocabulary that is not the same any more' 2 init a --source $dump --vocab v.txt
like 'is named' "$(cat stderr)" "'vocabulary.sha256' is "
cp "$sample/vocab.txt" v.txt
cmp_files 'nothing is changed by any of it' a/run.json before
cmp_files 'nor the vocabulary' a/vocab.txt "$sample/vocab.txt"
mkdir damaged && head -c 100 a/run.json >damaged/run.json
status_is 'a plan that is damaged' 3 init damaged --source $dump --vocab v.txt
like 'is told' "$(cat stderr)" "'damaged/run.json' is not JSON"

# The same options ask any later `run` whether this is the plan that is meant; what is not given is
# as it is.
run_differs() { # NAME DIFFERENCE ARGUMENT...
    status_is "run: $1" 2 mlmprep run "${@:3}"
    is "run: $1: is told" "$(cat stderr)" "mlmprep run: error: the folder has another plan, so take another folder for this one: $2"
}
run_differs 'another number of shards' "'shards.training' is 256 there, 8 is asked for" a --shards 8
run_differs 'other options' "'options.wpiece' is [] there, [\"--cased\"] is asked for" a --cased
run_differs 'another bucket' "'bucket' is null there, \"s3://other/x\" is asked for" a \
    --bucket s3://other/x
run_differs 'another series' "'series.wiki' is \"simplewiki\" there, \"dewiki\" is asked for; \
'series.keep' is 3 there, 4 is asked for" c --wiki dewiki --keep 4
run_differs 'another language' "'options.sentsplit' is [\"--lang\", \"de\", \"--max-chars\", \
\"500\"] there, [\"--lang\", \"en\"] is asked for" b --lang en
run_differs 'only what is another' "'phases' is [1, 2] there, [1] is asked for" b --lang de --cased \
    --phase 1
printf 'shards = 256\nphase = both\n' >phase.ini
run_differs 'a file of settings' "'phases' is [1] there, [1, 2] is asked for" a --config phase.ini
status_is 'run: options that make no sense' 2 mlmprep run a --wiki dewiki
ok 'none of them begins' test ! -e a/state -a ! -e a/text

# --- what is refused

common=(--source "$dump" --vocab v.txt)
status_is 'no folder' 2 init "${common[@]}"
like 'is told' "$(cat stderr)" "call it as 'mlmprep init "
status_is 'two folders' 2 init a b "${common[@]}"
like 'are told' "$(cat stderr)" "'b' is too much"
status_is 'an empty name' 2 init '' "${common[@]}"
refused 'no source' 'name what the data are to be made of with --source FILE' --vocab v.txt
refused 'no vocabulary' "name the vocabulary with --vocab FILE, or have one trained by \
'--vocab train'" --source $dump
refused 'a kind that no name tells' "the name of '$work/plain.txt' does not tell what it holds; say \
it with --source-kind: dump, paragraphs (one a line), sentences (one a line), or shards (files of \
sentences that are not cut any more)" --source plain.txt --vocab v.txt
refused 'latest and more' "'--source latest' goes with no other source: it is all that --dump-files \
names" --source latest "${common[@]}"
refused 'a wiki without latest' "--mirror, --wiki, --dump-files and --keep go with '--source \
latest'" "${common[@]}" --wiki dewiki
refused 'a mirror that is none' "the mirror 'dumps' is no http://, https:// or file:/// URL" --source latest \
    --vocab v.txt --mirror dumps
refused 'the latest sentences' 'the latest source is a dump and nothing else' --source latest \
    --vocab v.txt --source-kind sentences
refused 'a source that nobody can fetch' "the source 'ftp://x/a.xml' cannot be fetched; take a file \
or an http:// or https:// URL" --source ftp://x/a.xml --vocab v.txt
refused 'a URL without a name' "'https://x.example/' is no URL of a file; such a URL looks like \
'https://host/folder/file'" \
    --source https://x.example/ --vocab v.txt
refused 'a size for a vocabulary that is there' "--vocab-size goes with '--vocab train': a \
vocabulary that is there has its size" "${common[@]}" --vocab-size 5
refused 'a corpus that is a path' "the corpus cannot be named 'a/b': that takes 1 to 200 bytes \
without slashes, control characters and a dot in front" "${common[@]}" --corpus a/b
refused 'a share without shards for it' '--test-fraction needs --test-shards' "${common[@]}" \
    --test-fraction 0.5
refused 'shards without a share for them' '--test-shards need a --test-fraction above 0' \
    "${common[@]}" --test-shards 1 --test-fraction 0
refused 'no shards' "--shards takes a whole number from 1 to 4096, not '0'" "${common[@]}" --shards 0
refused 'a number of shards that are there' "--shards, --test-shards and --test-fraction do not go \
with sources that are shards already" --source plain.txt --source-kind shards --vocab v.txt --shards 3
refused 'to delete shards that are there' "sources that are shards are not deleted; leave out \
--delete-text" --source plain.txt --source-kind shards --vocab v.txt --delete-text
mkdir -p other && cp plain.txt other/x_training_0.txt
refused 'two sources for one shard' "two sources would be the shard 'x_training_0'; name one \
differently" --source x_training_0.txt --source other/x_training_0.txt --source-kind shards --vocab v.txt
refused 'a bucket that is none' "--upload needs --bucket" "${common[@]}" --upload each
status_is 'a bucket by another name' 2 init none "${common[@]}" --bucket gs://bucket
like 'is told' "$(cat stderr)" 'gs://bucket'
: >empty.xml
refused 'an empty source' "the source '$work/empty.xml' is empty" --source empty.xml --vocab v.txt
status_is 'a source that is not there' 1 init none --source no.xml --vocab v.txt
like 'is told' "$(cat stderr)" "'$work/no.xml': No such file"
status_is 'a source that is a folder' 1 init none --source "$work" --source-kind dump --vocab v.txt
status_is 'a vocabulary that is not there' 1 init none --source $dump --vocab no.txt
status_is 'a vocabulary that is none' 3 init none --source $dump --vocab plain.txt
like 'is told' "$(cat stderr)" "plain.txt"
ok 'none of them makes a folder' test ! -e none

# --- options of the tools

refused 'an option that a tool does not know' \
    "mkmlm: there is no option '--dup-factor'; did you mean '--dupe-factor'?" "${common[@]}" \
    --mkmlm '--dup-factor 2'
refused 'a value that a tool does not take' "mkmlm: --dupe-factor takes a whole number from 1 to \
4294967295, not 'x'" "${common[@]}" --mkmlm '--dupe-factor x'
refused 'a quote without an end' "--mkmlm: the quotation mark ' has no end" "${common[@]}" \
    --mkmlm "'--dupe-factor"
refused 'an operand' "--wpiece takes options and nothing else, not 'corpus.txt'" "${common[@]}" \
    --wpiece '--strict corpus.txt'
refused 'an operand that looks like none' "--wpiece takes options and nothing else, not '-x'" \
    "${common[@]}" --wpiece '-- -x'
refused 'options of a tool that is not used' "--wpvocab does nothing here: it is used with '--vocab \
train' only" "${common[@]}" --wpvocab --cased
refused 'uploads without a bucket' '--s3sync does nothing here: without --bucket nothing is uploaded' \
    "${common[@]}" --s3sync --path-style
refused 'a language for sentences' '--lang does nothing here: the sources are sentences already' \
    --source plain.txt --source-kind sentences --vocab v.txt --lang en
# own TOOL OPTION WORDS [ARGUMENT]...: it is for mlmprep to set, however it is written.
own() {
    refused "$1 $3" "$2 of $1 is for mlmprep itself to set, not for --$1" "${@:4}" "${common[@]}" \
        "--$1" "$3"
}
own mkmlm --threads '--thr 2'
own mkmlm --phase --phase=2
own mkmlm --report "--report $work/report"
own mkmlm --help -h
own mkmlm --quiet -q
own wpiece --vocab "--vocab v.txt"
own wpiece --shard-docs '--shard_docs 5'
own h5pack --output '-oout'
own h5pack --format '--format tfrecord'
own wikiplain --json --json
own docshard --shards '-n 5'
own s3sync --delete --delete --bucket file:///tmp/x
ok 'no report is written by asking' test ! -e report


# Options that are right one by one, yet not together.
refused 'examples that contradict themselves' "mkmlm: --no-nsp makes rows of one part, and --sop \
tells the order of two; give one of them" "${common[@]}" --mkmlm '--sop --no-nsp'
refused 'the same, without a vocabulary yet' "mkmlm: --no-nsp makes rows of one part, and --sop \
tells the order of two; give one of them" --source "$dump" --vocab train --mkmlm '--sop --no-nsp'
refused 'a way to clean articles that contradicts itself' "wikiplain: --skip-disambiguation and \
--no-skip-disambiguation contradict each other; give one" "${common[@]}" \
    --wikiplain '--skip-disambiguation --no-skip-disambiguation'
refused 'a language that is none' "wikiplain: --lang 'x_y' is no language code; give one such as \
'de' or 'zh-hant'" "${common[@]}" --lang x_y
refused 'uploads that contradict themselves' "s3sync: --path-style and --virtual-host-style exclude \
each other" "${common[@]}" --bucket s3://bucket/x --s3sync '--path-style --virtual-host-style'
for option in '--abort-stale 12h' '--sagemaker-manifest m' --dual-stack '--sse aws:kms'; do
    rm -rf bucket
    status_is "what only a bucket knows is taken: $option" 0 init bucket "${common[@]}" \
        --bucket s3://bucket/x --s3sync "$option"
done
status_is 'a vocabulary too small to train' 2 init none --source "$dump" --vocab train --vocab-size 50
like 'is told' "$(cat stderr)" 'wpvocab: a vocabulary of 50 entries has no room'
status_is 'a compression that is none' 2 init none "${common[@]}" --h5pack '--compress foo'
like 'is told' "$(cat stderr)" "h5pack: 'foo' is not a compression method"
is 'nothing is left of trying' "$(find "$TMPDIR" -mindepth 1)" ''
status_is 'without a place to try them they are not tried' 0 env TMPDIR="$work/no" mlmprep init \
    untried "${common[@]}"

# --- a file of settings

status_is 'the template' 0 init --template
cmp_files 'is the installed example' stdout "$root/examples/mlmprep.ini"
mlmprep init --option-table | cut -f1 | sed 's/^--//' |
    sed '1d; /^template$/,$d' >names
sed -n 's/^#\([a-z0-9-]*\) = .*/\1/p' stdout >settings
cmp_files 'has every option, in order' settings names
mlmprep init --option-table | sed -n 's/^--\([a-z-]*\)\t.*default: \(.*\)/\1 = \2/p' |
    grep -vE ' = (from|told|none|0.1 where|all the)' | cut -f1 >defaults
missing=
while IFS= read -r line; do
    grep -qxF "#$line" stdout || missing+="$line; "
done <defaults
is 'tells the defaults' "$missing" ''
status_is 'with nothing but comments it says nothing' 2 init none --config stdout
like 'and a source is missing' "$(cat stderr)" '--source FILE'

mkdir conf
cat >conf/plan.ini <<'END'
# comment
source = ../enwiki-20260101-pages-articles.xml
vocab=../v.txt
shards = 5
cased = yes
delete-text = no
mkmlm = --dupe-factor 2
mkmlm = --random-seed 3
wpiece = --strict
END
status_is 'settings from a file' 0 init g --config conf/plan.ini
is 'paths are below its folder' "$(member g 'p["sources"][0]["location"]')" "$work/conf/../$dump"
is 'all count' "$(member g 'p["shards"]["training"], p["keep_text"], p["options"]["wpiece"],
    p["options"]["mkmlm"]')" \
    "(5, True, ['--cased', '--strict'], ['--dupe-factor', '2', '--random-seed', '3'])"
status_is 'the command line goes first' 0 init h --config conf/plan.ini --shards 6 --mkmlm --sop \
    --source $dump
is 'for what it says' "$(member h 'p["shards"]["training"], p["options"]["wpiece"],
    p["options"]["mkmlm"], len(p["sources"])')" "(6, ['--cased', '--strict'], ['--sop'], 1)"
bad() { # NAME SENTENCE LINE
    printf 'source = x.xml\n%s\n' "$3" >bad.ini
    refused "$1" "line 2 of 'bad.ini': $2" --config bad.ini
}
bad 'no setting' "there is no setting 'shrads'; did you mean 'shards'?" 'shrads = 5'
bad 'a setting far from all' "there is no setting 'x'; 'mlmprep init --template' shows them" 'x = 1'
bad 'what is no plan' "there is no setting 'threads'; 'mlmprep init --template' shows them" 'threads = 2'
bad 'a file that names another' "there is no setting 'config'; 'mlmprep init --template' shows them" \
    'config = a'
bad 'a section' "'[plan]' is no setting; write 'name = value'" '[plan]'
bad 'a wrong value' "--shards takes a whole number from 1 to 4096, not 'many'" 'shards = many'
bad 'no value' '--corpus needs an argument that is not empty: --corpus NAME' 'corpus ='
bad 'neither yes nor no' "cased takes yes or no, not '1'" 'cased = 1'
status_is 'a file that is not there' 1 init none --config no.ini

# --- folders

mkdir full && : >full/mine
status_is 'a folder with something else' 2 init full "${common[@]}"
is 'is left alone' "$(cat stderr)$(ls full)" "mlmprep init: error: 'full' is neither new nor empty \
('mine' is in it) and has no plan; take another foldermine"
status_is 'a file' 2 init v.txt "${common[@]}"
like 'is no folder' "$(cat stderr)" "'v.txt' is no folder"
mkdir empty
status_is 'an empty folder' 0 init empty "${common[@]}"
status_is 'folders above it are made' 0 init x/y/z "${common[@]}"
mkdir left && cp v.txt left/vocab.txt && : >left/.mlmprep-1-abc.tmp && : >left/lock
status_is 'what an init that was killed left' 0 init left "${common[@]}"
is 'is gone' "$(cd left && find . -type f | LC_ALL=C sort | xargs)" './lock ./run.json ./vocab.txt'
mkdir theirs && echo theirs >theirs/vocab.txt
status_is "somebody's vocabulary in the folder" 2 init theirs "${common[@]}"
like 'is named' "$(cat stderr)" "'theirs/vocab.txt' is another vocabulary than the plan's"
status_is 'or one that is to be trained' 2 init theirs --source $dump --vocab train
is 'is left alone' "$(cat theirs/vocab.txt)" theirs
cp v.txt theirs/vocab.txt
status_is 'the vocabulary in the folder itself' 0 init theirs --source $dump --vocab theirs/vocab.txt
cmp_files 'stays' theirs/vocab.txt v.txt
ln -s "$work/linked" link
mkdir linked
status_is 'a link to a folder' 0 init link "${common[@]}"
ok 'is followed' test -L link -a -f linked/run.json

mkdir held && exec 9<>held/lock && flock -x 9
status_is 'while another is at it' 75 init held "${common[@]}"
exec 9>&-
status_is 'and then not any more' 0 init held "${common[@]}"

# Killed at any moment: there is a whole plan or none, and the next one succeeds.
for ((i = 0; i < 20; i++)); do
    rm -rf killed
    mlmprep init -q killed "${common[@]}" --mkmlm --sop &
    sleep "0.0$((i % 3))$((RANDOM % 10))"
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
    init -q killed "${common[@]}" --mkmlm --sop 2>stderr || break
    member killed 'p["even"]' >stdout || break
done
is 'killed twenty times: the next one succeeds' "$i" 20 || diag "$(cat stderr; ls -la killed)"
is 'with nothing left behind' "$(cd killed && find . -type f | LC_ALL=C sort | xargs)" \
    './lock ./run.json ./vocab.txt'

# Told to stop while it reads a large source, it does so at once.
if truncate -s 16G large.xml 2>/dev/null; then
    reads_large() { find "/proc/$1/fd" -lname '*/large.xml' 2>/dev/null | grep -q .; }
    rm -rf "$work"/tmp/* # of those that were killed
    for signal in INT TERM; do
        # Background jobs of a script ignore SIGINT, unless they have it from elsewhere.
        env --default-signal=INT mlmprep init stopped --source large.xml --vocab v.txt 2>stderr &
        for ((i = 0; i < 600; i++)); do
            reads_large $! && break
            sleep 0.05
        done
        kill -$signal $!
        status=0
        wait $! || status=$?
        is "SIG$signal: dies by it" "$(kill -l $status)" $signal
        like 'has said what takes its time' "$(head -n 1 stderr)" "reading '.*/large.xml', 16.0 GiB"
        like 'says that it was stopped' "$(cat stderr)" 'error: stopped by a signal'
        ok 'and leaves nothing' test ! -e stopped
    done
    is 'nor anything elsewhere' "$(find "$TMPDIR" -mindepth 1)" ''
    rm -f large.xml
else
    skip 'told to stop' 'the disk takes no file of 16 GiB, were it empty'
fi

# --- disks

# Room for less than the vocabulary, then for all but the plan.
mkdir small
for size in 24k 28k; do
    if ! mount -t tmpfs -o size=$size tmpfs small 2>/dev/null; then
        skip 'a full disk' 'only root can mount one'
        continue
    fi
    status_is "a full disk, $size" 1 init small/run "${common[@]}"
    like 'is told' "$(cat stderr)" 'No space left'
    is 'and nothing stays' "$(find small -mindepth 1)" ''
    mkdir small/run
    status_is 'a full disk, into an empty folder' 1 init small/run "${common[@]}"
    is 'no vocabulary stays in it' "$(ls small/run)" lock
    umount small
done
status_is 'a folder that cannot be made' 1 init /proc/none "${common[@]}"
if [ -w /dev/full ]; then
    status_is 'a template to a full disk' 1 bash -c 'mlmprep init --template >/dev/full'
    like 'is told' "$(cat stderr)" 'No space left'
fi
if [ "$(id -u)" -ne 0 ]; then
    mkdir -m 500 closed
    status_is 'a folder one may not write to' 1 init closed "${common[@]}"
    like 'is told' "$(cat stderr)" 'check the permissions'
fi
printf 'x' >"$(printf 'a\xff.xml')"
status_is 'a path that is not UTF-8' 2 init none --source "$(printf 'a\xff.xml')" --vocab v.txt
ok 'no folder is made' test ! -e none

# Without its tools mlmprep cannot ask them.
mkdir alone && cp "$(command -v mlmprep)" alone/
status_is 'tools that are missing' 1 env PATH=/usr/bin:/bin alone/mlmprep init none "${common[@]}" \
    --mkmlm --sop
like 'are named' "$(cat stderr)" "cannot find the tool 'mkmlm'"
# A line end in the path of the folder, be it above it.
mkdir $'a\nfolder'
(cd $'a\nfolder' && mlmprep init below --source "$sample/sample.xml" --vocab "$sample/vocab.txt") 2>stderr
is 'a line end in the path' $? 2
like 'is told' "$(cat stderr)" "^mlmprep init: error: the path of 'below' has a line end in it.*take another folder"
is 'and nothing is left' "$(ls $'a\nfolder')" ''

done_testing
