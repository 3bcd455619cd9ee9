// Modules of packages that contain only data become files that the program reads. As source code, they are compiled at each start, and stay
// in memory beside what is made of them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

const modules = [
  {
    // As 50,000 objects, it takes 0.7 s to load, and 29 MB.
    filter: /[\\/]eld[\\/]src[\\/]ngrams[\\/]extrasmall\.js$/,
    file: 'language-ngrams.txt',
    toFile: ({ ngramsData: { ngrams, ...rest } }) =>
      [JSON.stringify(rest), ...Object.entries(ngrams).flatMap(([ngram, scores]) => [ngram, packScores(scores)])].join('\n'),
    // Reading the lines takes a third of the time that JSON takes.
    source: `
      const [rest, ...lines] = read().split('\\n')
      const packed = new Map()
      for (let at = 0; at < lines.length; at += 2) packed.set(lines[at], lines[at + 1])
      const unpack = ${unpackScores}
      export const ngramsData = { ...JSON.parse(rest), ngrams: new Proxy({}, { get: (_, ngram) => unpack(packed.get(ngram) ?? '') }) }`,
  },
  {
    filter: /[\\/]query_compiler_small_bg\.postgresql\.wasm-base64\.mjs$/,
    file: 'query-compiler.txt',
    toFile: ({ wasm }) => wasm,
    // Buffer.from() calls valueOf(), so the text is gone once it is decoded.
    source: 'export const wasm = { valueOf: read }',
  },
]

/** Writes the files into `out`. `folder` is the folder of the bundle, relative to `out`. */
export const dataFiles = (out, folder) => ({
  name: 'data-files',
  setup({ onLoad }) {
    for (const { filter, file, toFile, source } of modules)
      onLoad({ filter }, async ({ path }) => {
        mkdirSync(out, { recursive: true })
        writeFileSync(join(out, file), toFile(await import(pathToFileURL(path).href)), 'latin1')
        const address = `new URL('${relative(folder, file).replaceAll('\\', '/')}', import.meta.url)`
        return { contents: `import { readFileSync } from 'node:fs'\nconst read = () => readFileSync(${address}, 'latin1')\n${source}` }
      })
  },
})

/** Packs the scores of a sequence of letters, `{ <language>: <score> }`, into a text: two characters a language, from the space on. */
function packScores(scores) {
  return String.fromCharCode(...Object.entries(scores).flatMap(([language, score]) => [Number(language) + 32, score + 32]))
}

function unpackScores(text) {
  const scores = {}
  for (let at = 0; at < text.length; at += 2) scores[text.charCodeAt(at) - 32] = text.charCodeAt(at + 1) - 32
  return scores
}
