# The rules themselves. A folder may always include itself and the folders below it.

BEGIN {
    # Arrows: from folder, to folders. Mains (tools/*.c), tools/join and tools/mlmprep may include every folder.
    arrow["formats/base"] = ""
    arrow["formats/stream"] = arrow["formats/h5"] = arrow["formats/wiki"] = "formats/base"
    arrow["formats/tfrecord"] = "formats/base"
    arrow["tokenizer"] = arrow["tokenizer/text"] = "formats/base"
    arrow["tokenizer/train"] = "formats/base tokenizer"
    arrow["tools/cli"] = arrow["tools/parallel"] = arrow["tools/mlm"] = "formats/base"
    arrow["tools/s3"] = arrow["tools/prep"] = "formats/base tools/parallel"
    arrow["tools/fetch"] = "formats/base tools/s3"
    arrow["tokenizer/library"] = "formats/base tokenizer"
    arrow["examples"] = "" # as programs of other people
    everything["tools"] = everything["tools/join"] = everything["tools/mlmprep"] = 1

    # Libraries: a pattern of their headers, the folders that may use them.
    library["^(hdf5|H5[A-Za-z]*)\\.h$"] = "formats/h5"
    library["^isa-l(\\.h$|/)"] = "formats/h5"
    library["^libdeflate\\.h$"] = "formats/h5"
    library["^zlib\\.h$"] = "formats/h5 formats/base"
    library["^bzlib\\.h$"] = "formats/base"
    library["^openssl/"] = "formats/base"
    library["^xxhash\\.h$"] = "formats/base"
    library["^utf8proc\\.h$"] = "tokenizer/text"
    library["^unicode/"] = "tokenizer/text"
    library["^curl/"] = "tools/s3"
    library["^ini\\.h$"] = "tools/s3 tools/prep"
    library["^expat\\.h$"] = "tools/s3 formats/wiki"
    library["^mlmprep_tokenizer\\.h$"] = "examples"
    library["^jansson\\.h$"] = "."

    # What comes with the C library and the compiler.
    system_header = "^((assert|complex|ctype|dirent|endian|errno|fcntl|fenv|float|fnmatch|getopt|glob|" \
        "inttypes|iso646|langinfo|libgen|limits|locale|math|poll|pthread|pwd|sched|search|setjmp|" \
        "signal|spawn|std[a-z]+|string|strings|syslog|termios|tgmath|threads|time|ucontext|unistd|wchar|wctype|" \
        "[a-z]*intrin|cpuid)\\.h|(sys|netinet|arpa|net|linux)/[a-z0-9_.]+\\.h)$"
}

function wrong(sentence) {
    printf "%s:%d: %s\n", FILENAME, FNR, sentence
    failures++
}

function folder_of(path) {
    sub(/\/[^\/]*$/, "", path)
    return path
}

function exists(path, line, found) {
    found = (getline line < path) >= 0
    close(path)
    return found
}

# Is `folder` one of the blank-separated `folders`, or below one of them?
function within(folder, folders, part, count, i) {
    count = split(folders, part, " ")
    for (i = 1; i <= count; i++)
        if (part[i] == "." || folder == part[i] || index(folder, part[i] "/") == 1)
            return 1
    return 0
}

function check_own(header, from, to) {
    to = folder_of(header)
    if (header !~ /\// || header ~ /(^|\/)\.\.?\//)
        wrong("\"" header "\" is not written from the root of the project")
    else if (!exists(header))
        wrong("\"" header "\" does not exist")
    else if (within(to, "tests"))
        wrong("\"" header "\" belongs to the tests")
    else if (!(from in everything) && !(from in arrow))
        wrong("folder '" from "' has no arrows yet: give it a line in tests/lint/includes.awk")
    else if (!(from in everything) && !within(to, from " " arrow[from]))
        wrong("'" from "' must not include '" to "' (\"" header "\")")
}

function check_foreign(header, from, pattern) {
    for (pattern in library) {
        if (header ~ pattern) {
            if (!within(from, library[pattern]))
                wrong("<" header "> belongs to " library[pattern] " alone, not to '" from "'")
            return
        }
    }
    if (exists(header))
        wrong("<" header "> is the project's own: write it in quotes")
    else if (header !~ system_header)
        wrong("<" header "> is of a library without a folder: see tests/lint/includes.awk")
}

/^[ \t]*#[ \t]*include/ {
    name = $0
    if (match(name, /"[^"]*"/))
        check_own(substr(name, RSTART + 1, RLENGTH - 2), folder_of(FILENAME))
    else if (match(name, /<[^>]*>/))
        check_foreign(substr(name, RSTART + 1, RLENGTH - 2), folder_of(FILENAME))
    else
        wrong("an include that is neither \"...\" nor <...>")
}

END { exit failures > 0 }
