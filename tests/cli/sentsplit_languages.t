#!/usr/bin/env bash
#
# sentsplit, language by language: tests/sentences has paragraphs, a sentence a line and an empty line
# between paragraphs, written for this test. Joined and split again they are the same.
. "$(dirname "$0")/../support/tap.sh"

# joined LANGUAGE: the paragraphs, a line each; Chinese and Japanese have no spaces.
joined() {
    local space=' '
    case $1 in ja | zh) space='' ;; esac
    awk -v space="$space" '
        $0 == "" { print line; print ""; line = ""; next }
        { line = line (line == "" ? "" : space) $0 }
        END { print line }' "tests/sentences/$1.txt"
}

count=0
for file in tests/sentences/*.txt; do
    language=$(basename "$file" .txt)
    joined "$language" | sentsplit --lang "$language" >"$work/got" 2>"$work/stderr"
    cmp_files "$language: $(grep -c . "$file") sentences" "$work/got" "$file" ||
        diag "$(diff "$work/got" "$file" | head -n 20)"
    is "$language: without a word" "$(cat "$work/stderr")" ''
    like "$language: told from the text" "$(joined "$language" | sentsplit -v 2>&1 >/dev/null)" \
        "the language '$language'"
    count=$((count + 1))
done
ok "there are languages enough ($count)" test "$count" -ge 21

sentsplit "$sample/paragraphs.txt" >"$work/got"
score=$("$python" tests/support/boundary_f1.py "$work/got" "$sample/sample.txt")
diag "the sample: $score"
like 'the sample: boundary F1 above 0.99' "$score" 'F1 (0\.99|1\.00)'

hard=$shared/wiki/sentences.jsonl
if [ -r "$hard" ]; then
    "$python" - "$hard" >"$work/hard" <<'END'
import json, subprocess, sys
right = 0
for line in open(sys.argv[1], encoding="utf-8"):
    case = json.loads(line)
    result = subprocess.run(["sentsplit", "--lang", case["lang"]], input=case["text"] + "\n",
                            capture_output=True, encoding="utf-8")
    right += result.stdout.split("\n")[:-1] == case["sentences"]
print(right)
END
    ok "the hard ones: $(cat "$work/hard") of 14" test "$(cat "$work/hard")" -ge 14
else
    skip 'the hard ones' "there is no $hard"
fi
done_testing
