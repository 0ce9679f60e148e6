/* How `kn` and its caller speak: lines of tab-separated fields, UTF-8, '\n' ended, '.' as decimal
 * point whatever the locale; doubles as %.17g (inf, -inf and nan as those words).
 *
 * `kn run KERNEL name=value ...` prints one reply and exits. `kn serve` reads requests from
 * standard input, one a line, answers each with one reply in order, and exits 0 at end of file:
 *
 *     run<TAB>KERNEL<TAB>name=value<TAB>name=value...
 *
 * Each reply of `kn serve` begins with `text<TAB>request<TAB>N`, N counting the requests from 1, so
 * that a caller notices when the two have lost step. A reply is any number of the following lines
 * in this order of kind (progress may come anywhere) and exactly one `end` line, flushed at once:
 *
 *     progress<TAB>STEP<TAB>DONE<TAB>TOTAL         STEP: a short phrase; at most 10 a second
 *     text<TAB>NAME<TAB>VALUE                      kernel, backend, isa, machine, ...
 *     out<TAB>NAME<TAB>VALUE<TAB>UNIT<TAB>CLASS<TAB>LOW<TAB>HIGH<TAB>SAMPLES
 *     gate<TAB>NAME<TAB>pass|fail<TAB>DETAIL       validity gates of a timed run
 *     end<TAB>STATUS<TAB>QUALITY<TAB>MESSAGE       STATUS: kn_status_word; QUALITY: good|poor
 *
 * LOW and HIGH bound a timed or seeded output (distribution-free 95 % interval; 1 standard error
 * either side for a seeded one); for an exact output they equal VALUE and SAMPLES is 1. QUALITY
 * poor means: the run ended, but a gate failed, so nobody may be graded by it. A line that is none
 * of these is a broken helper, and the caller says so.
 * SPDX-License-Identifier: MIT */
#ifndef KN_PROTOCOL_H
#define KN_PROTOCOL_H

#define KN_LINE_MAX                                                                                \
    4096 /* bytes of one line, its '\n' included; longer is an error on both sides */
#define KN_FIELDS_MAX 64 /* fields of one line */

#endif
