/*
 * version - the project's version, as --version and the provenance tell it.
 */
#ifndef FORMATS_BASE_VERSION_H
#define FORMATS_BASE_VERSION_H

#define MLMPREP_VERSION "0.1.0"

#endif
