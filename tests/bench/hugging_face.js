// hugging_face.js PACKAGE encode VOCABULARY TEXT       tokenizes TEXT, by batches of lines
// hugging_face.js PACKAGE ids VOCABULARY TEXT          the same, and prints the ids, a line for each
// hugging_face.js PACKAGE train VOCABULARY TEXT        trains a vocabulary on TEXT, into VOCABULARY
//
// Hugging Face's tokenizer set up as for an uncased BERT. PACKAGE is the folder of its npm package.
'use strict';

const fs = require('fs');

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
const BATCH = 1000;

function uncased(huggingFace, model) {
    const tokenizer = new huggingFace.Tokenizer(model);
    tokenizer.setNormalizer(huggingFace.bertNormalizer());
    tokenizer.setPreTokenizer(huggingFace.bertPreTokenizer());
    return tokenizer;
}

async function load(huggingFace, vocabulary) {
    const options = { unkToken: '[UNK]', continuingSubwordPrefix: '##', maxInputCharsPerWord: 100 };
    const tokenizer = uncased(huggingFace, await huggingFace.WordPiece.fromFile(vocabulary, options));
    tokenizer.addSpecialTokens(SPECIAL);
    return tokenizer;
}

async function encode(tokenizer, text, print) {
    const lines = fs.readFileSync(text, 'utf8').split('\n');
    if (lines[lines.length - 1] === '')
        lines.pop();
    for (let i = 0; i < lines.length; i += BATCH) {
        const encodings = await tokenizer.encodeBatch(lines.slice(i, i + BATCH), { addSpecialTokens: false });
        const ids = encodings.map((encoding) => encoding.getIds());
        if (print)
            fs.writeSync(1, ids.map((line) => line.join(' ') + '\n').join(''));
    }
}

function train(huggingFace, vocabulary, text) {
    const tokenizer = uncased(huggingFace, huggingFace.WordPiece.empty());
    tokenizer.train([text]);
    const entries = [];
    for (const [entry, id] of Object.entries(tokenizer.getVocab()))
        entries[id] = entry;
    fs.writeFileSync(vocabulary, [...SPECIAL, ...entries].join('\n') + '\n');
}

async function main([folder, what, vocabulary, text]) {
    const huggingFace = require(folder);
    if (what === 'train')
        train(huggingFace, vocabulary, text);
    else
        await encode(await load(huggingFace, vocabulary), text, what === 'ids');
}

main(process.argv.slice(2)).catch((error) => {
    console.error(error);
    process.exit(1);
});
