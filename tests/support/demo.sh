#!/usr/bin/env bash
#
# demo.sh - the main job on the sample dump: from Wikipedia's XML to training shards in a bucket, all
# of it local; then what became of it, as h5look tells it.
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
\$ mlmprep init $short/run --source $sample/sample.xml --lang en --vocab train --vocab-size 2000 \\
      --shards 4 --test-shards 1 --bucket file://$out/bucket
\$ mlmprep run $short/run
(the tools are in $shown)

END
"$bin/mlmprep" init "$out/run" --source "$sample/sample.xml" --lang en --vocab train \
    --vocab-size 2000 --shards 4 --test-shards 1 --bucket "file://$out/bucket"
"$bin/mlmprep" run "$out/run"

cat <<END

the data set, as a bucket would hold it:
END
(cd "$out/bucket" && find . -type f | LC_ALL=C sort | while read -r file; do
    printf '%10d  %s\n' "$(stat -c %s "$file")" "${file#./}"
done)
cat <<END

\$ h5look --stats --vocab $short/run/vocab.txt $short/bucket
END
"$bin/h5look" --stats --vocab "$out/run/vocab.txt" "$out/bucket"
