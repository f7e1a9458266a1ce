#!/usr/bin/env bash
#
# demo.sh - the main job on the sample text: sentences in, training shards out, all of it local.
set -euo pipefail

build=${BUILD:-build}
bin=$build/bin
sample=tests/sample
out=$build/demo
rm -rf "$out"
mkdir -p "$out"

shown=${bin#"$PWD"/}
cat <<END
\$ wpiece --vocab $sample/vocab.txt $sample/sample.txt | mkmlm |
      h5pack --corpus sample --rows 400 -o ${out#"$PWD"/}/shards | s3sync file://$out/bucket
(the tools are in $shown)

END
"$bin/wpiece" --vocab "$sample/vocab.txt" "$sample/sample.txt" | "$bin/mkmlm" |
    "$bin/h5pack" --corpus sample --rows 400 -o "$out/shards" | "$bin/s3sync" "file://$out/bucket"
echo "the data set, as a bucket would hold it:"
cd "$out/bucket" && find . -type f | LC_ALL=C sort | while read -r file; do
    printf '%10d  %s\n' "$(stat -c %s "$file")" "${file#./}"
done
