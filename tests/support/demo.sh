#!/usr/bin/env bash
#
# demo.sh - the main job on the sample dump: from Wikipedia's XML to training shards, all of it local.
set -euo pipefail

build=${BUILD:-build}
bin=$build/bin
sample=tests/sample
out=$build/demo
rm -rf "$out"
mkdir -p "$out"

shown=${bin#"$PWD"/}
short=${out#"$PWD"/}
cat <<END
\$ wikiplain $sample/sample.xml | sentsplit --lang en |
      docshard -n 4 --test-shards 1 --test-fraction 0.1 -o $short/text sample
\$ wpvocab --vocab-size 2000 -o $short/vocab.txt $short/text/sample_training_*.txt
\$ wpiece --vocab $short/vocab.txt $short/text/sample_*.txt | mkmlm |
      h5pack -o $short/shards | s3sync file://$out/bucket
(the tools are in $shown)

END
"$bin/wikiplain" "$sample/sample.xml" | "$bin/sentsplit" --lang en |
    "$bin/docshard" -n 4 --test-shards 1 --test-fraction 0.1 -o "$out/text" sample >/dev/null
"$bin/wpvocab" --vocab-size 2000 -o "$out/vocab.txt" "$out"/text/sample_training_*.txt
"$bin/wpiece" --vocab "$out/vocab.txt" "$out"/text/sample_*.txt | "$bin/mkmlm" |
    "$bin/h5pack" -o "$out/shards" | "$bin/s3sync" "file://$out/bucket"
echo "the data set, as a bucket would hold it:"
cd "$out/bucket" && find . -type f | LC_ALL=C sort | while read -r file; do
    printf '%10d  %s\n' "$(stat -c %s "$file")" "${file#./}"
done
