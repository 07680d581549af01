#ifndef JETAN_TESTS_USAGE_H
#define JETAN_TESTS_USAGE_H

#ifdef __cplusplus
extern "C" {
#endif

/* folder: a tables folder with CRvR without escapes, under `burroughs`. NULL, or what didn't hold. */
const char* use_from_c(const char* folder);

#ifdef __cplusplus
}
#endif

#endif
