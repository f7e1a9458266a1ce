#include "tools/join/h5look_plot.h"

#include <inttypes.h>
#include <math.h>

#include "tools/cli/numbers.h"

/* The picture and, in it, the area that is plotted on. */
enum { WIDTH = 640, HEIGHT = 260, LEFT = 70, RIGHT = 620, TOP = 36, BOTTOM = 214 };

/* More bars would be narrower than four pixels; as many as rows of 128 tokens need. */
enum { MOST_BARS = 140 };

static void begin(FILE *file, const struct h5look_plot *plot) {
    fprintf(file,
            "<figure><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n"
            "<text class=\"title\" x=\"%d\" y=\"20\">%s</text>\n"
            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n"
            "<text transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
            WIDTH, HEIGHT, plot->title, LEFT, plot->title, (LEFT + RIGHT) / 2, HEIGHT - 8,
            plot->across, (TOP + BOTTOM) / 2, plot->up);
}

static void end(FILE *file) {
    fprintf(file, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n</svg></figure>\n", LEFT, TOP, BOTTOM,
            RIGHT);
}

static void write_number(FILE *file, double value) {
    static const struct {
        double size;
        const char *name;
    } UNITS[] = {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
    for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++) {
        if (value >= UNITS[i].size) {
            fprintf(file, "%.4g%s", value / UNITS[i].size, UNITS[i].name);
            return;
        }
    }
    fprintf(file, "%.4g", value);
}

static void tick_up(FILE *file, double y, double value) {
    fprintf(file,
            "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" "
            "text-anchor=\"end\">",
            LEFT, y, RIGHT, LEFT - 6, y + 4);
    write_number(file, value);
    fputs("</text>\n", file);
}

static void tick_across(FILE *file, double x, double value) {
    fprintf(file,
            "<path class=\"axis\" d=\"M%.1f %dv5\"/><text x=\"%.1f\" y=\"%d\" "
            "text-anchor=\"middle\">",
            x, BOTTOM, x, BOTTOM + 18);
    write_number(file, value);
    fputs("</text>\n", file);
}

/* A distance between ticks, 1, 2 or 5 times a power of ten, so that there are at most `most`. */
static double tick_step(double span, unsigned most) {
    double step = pow(10, floor(log10(span / most)));
    if (span / step <= most)
        return step;
    if (span / (2 * step) <= most)
        return 2 * step;
    return span / (5 * step) <= most ? 5 * step : 10 * step;
}

/* The height of a bar: what its `count` numbers from `first` on come to. */
static double bar_value(const uint64_t *counts, size_t first, size_t count, int mean) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (double)counts[first + i];
    return mean && count > 0 ? sum / (double)count : sum;
}

void h5look_plot_bars(FILE *file, const struct h5look_plot *plot, const uint64_t *counts,
                      size_t count, int mean) {
    begin(file, plot);
    size_t wide = count / MOST_BARS + (count % MOST_BARS != 0);
    wide = wide == 0 ? 1 : wide;
    double most = 1;
    for (size_t i = 0; i < count; i += wide) {
        double value = bar_value(counts, i, count - i < wide ? count - i : wide, mean);
        most = value > most ? value : most;
    }
    double up = (double)(BOTTOM - TOP) / most;
    double across = (double)(RIGHT - LEFT) / (double)(count == 0 ? 1 : count);
    double step = fmax(1, tick_step(most, 5));
    for (unsigned i = 0; i * step <= most; i++)
        tick_up(file, BOTTOM - i * step * up, i * step);
    step = fmax(1, tick_step(count == 0 ? 1 : (double)count, 10));
    for (unsigned i = 0; i * step < (double)count; i++)
        tick_across(file, LEFT + (i * step + 0.5) * across, i * step);
    for (size_t i = 0; i < count; i += wide) {
        size_t merged = count - i < wide ? count - i : wide;
        double value = bar_value(counts, i, merged, mean);
        if (value <= 0)
            continue;
        fprintf(file,
                "<rect class=\"bar\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\">"
                "<title>%zu",
                LEFT + (double)i * across, BOTTOM - value * up, (double)merged * across * 0.9,
                value * up, i);
        if (merged > 1)
            fprintf(file, " to %zu", i + merged - 1);
        fprintf(file, ": %.0f</title></rect>\n", value);
    }
    end(file);
}

void h5look_plot_ranks(FILE *file, const struct h5look_plot *plot, const uint64_t *counts,
                       size_t count) {
    begin(file, plot);
    double most = count == 0 || counts[0] < 10 ? 1 : log10((double)counts[0]);
    double ranks = count < 10 ? 1 : log10((double)count);
    double up = (double)(BOTTOM - TOP) / most;
    double across = (double)(RIGHT - LEFT) / ranks;
    for (unsigned i = 0; i <= most; i++)
        tick_up(file, BOTTOM - i * up, pow(10, i));
    for (unsigned i = 0; i <= ranks; i++)
        tick_across(file, LEFT + i * across, pow(10, i));
    fputs("<path class=\"line\" d=\"", file);
    /* Points a two-hundredth of the width apart: more could not be seen. */
    double next = 0;
    for (size_t i = 0; i < count && counts[i] > 0; i++) {
        double at = log10((double)i + 1);
        if (at < next && i + 1 < count && counts[i + 1] > 0)
            continue;
        next = at + ranks / 200;
        fprintf(file, "%c%.1f %.1f", i == 0 ? 'M' : 'L', LEFT + at * across,
                BOTTOM - log10((double)counts[i]) * up);
    }
    fputs("\"/>\n", file);
    end(file);
}
