/*
 * flavor - whose BERT tokenizer is followed where two of them differ.
 */
#ifndef TOKENIZER_TEXT_FLAVOR_H
#define TOKENIZER_TEXT_FLAVOR_H

/*
 * In the tables: which code points cleaning drops. In front ends also what an option that is not
 * given means: the words never split, and the longest word looked up (see bert_tokenizer.h).
 */
enum flavor {
    FLAVOR_NVIDIA, /* DeepLearningExamples, PyTorch BERT: drops every category C* */
    FLAVOR_GOOGLE, /* google-research/bert: drops Cc and Cf, keeps Co, Cs and Cn (unassigned) */
};
#define FLAVORS 2

#endif
