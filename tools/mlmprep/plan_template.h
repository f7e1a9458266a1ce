/*
 * plan_template - a file for --config with everything in it, explained.
 *
 * Thread rule: read-only.
 */
#ifndef TOOLS_MLMPREP_PLAN_TEMPLATE_H
#define TOOLS_MLMPREP_PLAN_TEMPLATE_H

/* The file's text, ended by LF: all settings in the order of the option table, as comments. */
extern const char plan_template[];

#endif
