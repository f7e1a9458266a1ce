# mlmprep: masked-LM training shards from text.
#
#   make            the tools, in build/bin
#   make demo       the whole pipe on the sample dump (installs packages where some are missing)
#   make check      all tests (likewise)
#   make check-slurm  the tests that want a cluster: a real Slurm, on this machine (likewise)
#   make lint       the rules of the house
#   make bench      speed and memory beside wc, Hugging Face's tokenizers, h5py, lbzip2
#   make bench-s3   s3sync beside awscli, rclone, s3cmd and curl, on one server
#   make fuzz       every fuzzer for FUZZ_SECONDS
#   make install    to DESTDIR/PREFIX; make uninstall
#   make deps       the Debian packages for all of this
#
# Variables: BUILD, CC, CFLAGS, LDFLAGS, SANITIZE=address,undefined (or thread), WERROR=1, V=1,
# JOBS, TEST_SECONDS, FUZZ_SECONDS, PREFIX, DESTDIR. CHECK='tests/cli/*.t' narrows make check.

BUILD        ?= build
CFLAGS       ?= -O2 -g
PREFIX       ?= /usr/local
JOBS         ?= $(shell nproc 2>/dev/null || echo 2)
TEST_SECONDS ?= 600
FUZZ_SECONDS ?= 10
PKG_CONFIG   ?= pkg-config
OBJCOPY      ?= objcopy

comma := ,
# Objects of different sanitizers do not mix: each choice has a folder of its own.
OUT := $(BUILD)$(if $(SANITIZE),/sanitize-$(subst $(comma),-,$(SANITIZE)))

# --- libraries ------------------------------------------------------------------------------------

HDF5      := $(shell $(PKG_CONFIG) --exists hdf5-serial 2>/dev/null && echo hdf5-serial || echo hdf5)
LIBRARIES := $(HDF5) zlib libutf8proc jansson inih expat libcurl libcrypto libxxhash icu-uc
OPTIONAL  := $(foreach library,libisal libdeflate,$(shell \
                 $(PKG_CONFIG) --exists $(library) 2>/dev/null && echo $(library)))
HAVE      := $(patsubst libisal,-DHAVE_ISAL=1,$(patsubst libdeflate,-DHAVE_LIBDEFLATE=1,$(OPTIONAL)))

# --- flags ----------------------------------------------------------------------------------------

WARNINGS := -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Wvla \
            -Werror=implicit-function-declaration $(if $(WERROR),-Werror)
SANITIZERS := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer)
# Foreign headers are system headers (no warnings from them); paths in the result are relative, so
# that the same sources give the same bytes in any folder.
COMPILE := $(CC) -std=c11 -D_GNU_SOURCE $(HAVE) -I. -pthread \
           -ffile-prefix-map=$(CURDIR)=. $(WARNINGS) $(SANITIZERS) $(CFLAGS) $(CPPFLAGS) \
           $(patsubst -I%,-isystem %,$(shell $(PKG_CONFIG) --cflags $(LIBRARIES) $(OPTIONAL) 2>/dev/null))
LINK    := $(CC) -pthread $(SANITIZERS) $(CFLAGS) $(LDFLAGS)
LIBS    := -Wl,--as-needed $(shell $(PKG_CONFIG) --libs $(LIBRARIES) $(OPTIONAL) 2>/dev/null) -lbz2 -lm

# --- sources --------------------------------------------------------------------------------------

FOLDERS := tokenizer tokenizer/* formats/* tools/cli tools/parallel tools/mlm tools/s3 tools/fetch tools/join tools/prep tools/mlmprep
# The program that makes the Unicode tables, and what it takes besides its own file.
GENERATOR := tokenizer/text/unicode_generator.c
GENERATES := $(patsubst %,tokenizer/text/%.c,unicode_build folding_build character_class \
                 code_point_table unicode_pin) formats/base/status.c
TABLES    := $(OUT)/generated/unicode_tables_data
SOURCES := $(filter-out $(GENERATOR),$(sort $(wildcard $(addsuffix /*.c,$(FOLDERS)))))
MAINS   := $(sort $(wildcard tools/*.c))
UNITS   := $(sort $(wildcard tests/unit/*_test.c))
BENCHES := $(sort $(wildcard tests/bench/*.c))
FUZZERS := $(sort $(wildcard tests/fuzz/*_fuzz.c))

ARCHIVE := $(OUT)/libmlmprep.a
LIBRARY := $(OUT)/libmlmprep-tokenizer.a
TOOLS   := $(patsubst tools/%.c,$(OUT)/bin/%,$(MAINS))
TESTS   := $(patsubst %.c,$(OUT)/%,$(UNITS))
object   = $(patsubst %.c,$(OUT)/%.o,$(1))
CHECK   ?= $(UNITS) $(filter-out tests/slurm/%,$(sort $(wildcard tests/*/*.t)))

Q := $(if $(V),,@)
# A line for each step; none with V=1, which shows the commands, or under make -s.
say = $(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),,@printf '  %-5s %s\n' $(1) $(2))

# --- building -------------------------------------------------------------------------------------

all: $(TOOLS) $(LIBRARY)

$(TOOLS): $(OUT)/bin/%: $(OUT)/tools/%.o $(ARCHIVE)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(LINK) -o $@ $^ $(LIBS)

$(TESTS): CMOCKA := -lcmocka
$(TESTS) $(patsubst %.c,$(OUT)/%,$(BENCHES)): %: %.o $(ARCHIVE)
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $^ $(LIBS) $(CMOCKA)

$(patsubst %.c,$(OUT)/%,$(FUZZERS)): %: %.o $(ARCHIVE)
	$(call say,LINK,$@)
	$(Q)$(LINK) -fsanitize=fuzzer -o $@ $^ $(LIBS)

$(ARCHIVE): $(call object,$(SOURCES)) $(TABLES).o
	$(call say,AR,$@)
	$(Q)rm -f $@ && $(AR) rcsD $@ $^

# What is installed for other programs: one object of all that its header needs, in which nothing but
# the header's functions is global, so that no name clashes.
$(LIBRARY): $(call object,tokenizer/library/mlmprep_tokenizer.c) $(ARCHIVE)
	$(call say,AR,$@)
	$(Q)$(LD) -r -o $(OUT)/generated/mlmprep_tokenizer.o $^
	$(Q)$(OBJCOPY) --wildcard --keep-global-symbol='mlmprep_*' $(OUT)/generated/mlmprep_tokenizer.o
	$(Q)rm -f $@ && $(AR) rcsD $@ $(OUT)/generated/mlmprep_tokenizer.o

$(OUT)/%.o: %.c $(OUT)/flags | libraries
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(COMPILE) -MMD -MP -c -o $@ $<

$(OUT)/generated/unicode_generator: $(call object,$(GENERATOR) $(GENERATES))
	$(Q)mkdir -p $(@D)
	$(Q)$(LINK) -o $@ $^ $(LIBS)

$(TABLES).c: $(OUT)/generated/unicode_generator
	$(call say,MAKE,$@)
	$(Q)$< >$@

$(TABLES).o: $(TABLES).c $(OUT)/flags
	$(call say,CC,$<)
	$(Q)$(COMPILE) -ffile-prefix-map=$(OUT)=. -MMD -MP -c -o $@ $<

# Changes when the compiler or a flag does, and so has everything compiled again.
$(OUT)/flags: FORCE
	@mkdir -p $(@D); echo '$(subst ','\'',$(COMPILE))' | cmp -s - $@ || echo '$(subst ','\'',$(COMPILE))' >$@

libraries:
	@$(PKG_CONFIG) --print-errors --exists $(LIBRARIES) || \
	    { echo "a library or pkg-config is missing: 'make deps' installs Debian's packages" >&2; exit 1; }

-include $(patsubst %.o,%.d,$(call object,$(SOURCES) $(GENERATOR) $(MAINS) $(UNITS) $(BENCHES) $(FUZZERS)) $(TABLES).o)

# --- running --------------------------------------------------------------------------------------

# Packages first, then make once more: only now can it see the libraries. -j unless make has one.
SETUP = @tests/support/deps.sh
AGAIN = $(MAKE) --no-print-directory $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(JOBS))

deps:
	$(SETUP) build check check-slurm lint bench fuzz

demo:
	$(SETUP) build
	@+$(AGAIN) all
	@BUILD=$(abspath $(OUT)) tests/support/demo.sh

check:
	$(SETUP) build check
	@+$(AGAIN) all check-programs
	@MAKEFLAGS= BUILD=$(abspath $(OUT)) SANITIZE=$(SANITIZE) TEST_SECONDS=$(TEST_SECONDS) \
	    tests/support/check.sh $(JOBS) $(patsubst %.c,$(OUT)/%,$(CHECK))

# Each of these starts a cluster of its own: one at a time.
check-slurm:
	$(SETUP) build check-slurm
	@+$(AGAIN) all
	@MAKEFLAGS= BUILD=$(abspath $(OUT)) SANITIZE=$(SANITIZE) TEST_SECONDS=$(TEST_SECONDS) \
	    tests/support/check.sh 1 $(sort $(wildcard tests/slurm/*.t))

# The fuzzers are compiled too, so that they keep up with what they test.
check-programs: $(TESTS) $(patsubst %.c,$(OUT)/%,$(BENCHES)) $(call object,$(FUZZERS))

# For tools that have to read the sources as the compiler does.
compile-command:
	@echo '$(subst ','\'',$(COMPILE))'

lint:
	$(SETUP) build lint
	@+MAKEFLAGS= BUILD=$(abspath $(OUT)) JOBS=$(JOBS) tests/lint/lint.sh

bench:
	$(SETUP) build bench
	@+$(AGAIN) all $(patsubst %.c,$(OUT)/%,$(BENCHES))
	@BUILD=$(abspath $(OUT)) /usr/bin/python3 -B tests/bench/bench.py $(BENCH)

bench-s3:
	$(SETUP) build bench-s3
	@+$(AGAIN) all
	@BUILD=$(abspath $(OUT)) /usr/bin/python3 tests/bench/bench_s3.py $(BENCH)

fuzz:
	$(SETUP) build fuzz
	@+$(AGAIN) CC=clang SANITIZE=fuzzer-no-link,address,undefined run-fuzzers

run-fuzzers: $(patsubst %.c,$(OUT)/%,$(FUZZERS))
	@tests/support/fuzz.sh $(FUZZ_SECONDS) $^

# --- installing -----------------------------------------------------------------------------------

INSTALLED := $(patsubst tools/%.c,bin/%,$(MAINS)) \
             lib/$(notdir $(LIBRARY)) include/mlmprep_tokenizer.h lib/pkgconfig/mlmprep-tokenizer.pc \
             $(foreach n,1 3 5 7,$(patsubst tools/man/%,share/man/man$n/%,$(wildcard tools/man/*.$n))) \
             $(patsubst tools/completion/%,share/bash-completion/completions/%,$(wildcard tools/completion/*)) \
             $(patsubst examples/%,share/doc/mlmprep/examples/%,$(wildcard examples/*))
TARGET = $(DESTDIR)$(PREFIX)
VERSION = $(shell sed -n 's/.*MLMPREP_VERSION "\(.*\)".*/\1/p' formats/base/version.h)

install: all
	$(Q)for file in $(INSTALLED); do case $$file in \
	        bin/*) install -D -m 755 "$(OUT)/$$file" "$(TARGET)/$$file" ;; \
	        lib/*.a) install -D -m 644 "$(OUT)/$${file##*/}" "$(TARGET)/$$file" ;; \
	        include/*) install -D -m 644 "tokenizer/library/$${file##*/}" "$(TARGET)/$$file" ;; \
	        *.pc) mkdir -p "$(TARGET)/$${file%/*}" && sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' \
	            "tokenizer/library/$${file##*/}.in" >"$(TARGET)/$$file" && chmod 644 "$(TARGET)/$$file" ;; \
	        share/man/*) install -D -m 644 "tools/man/$${file##*/}" "$(TARGET)/$$file" ;; \
	        *.sh) install -D -m 755 "examples/$${file##*/}" "$(TARGET)/$$file" ;; \
	        share/doc/*) install -D -m 644 "examples/$${file##*/}" "$(TARGET)/$$file" ;; \
	        *) install -D -m 644 "tools/completion/$${file##*/}" "$(TARGET)/$$file" ;; \
	    esac || exit 1; done

uninstall:
	$(Q)cd "$(TARGET)" && rm -f $(INSTALLED)

clean:
	rm -rf $(BUILD)

.PHONY: all libraries deps demo check check-slurm check-programs compile-command lint bench bench-s3 fuzz run-fuzzers install uninstall clean FORCE
.DELETE_ON_ERROR:
