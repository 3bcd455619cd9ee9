import { encode as encodeO200k } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { estimateTokens, loadTokenCounter } from '../../src/model/tokens.ts'

const PROSE = `We looked at three flats on Saturday and liked the one by the canal best, although the kitchen is small.
Am Montag rufen wir die Vermieterin an; d'ici là, il faut réunir les papiers : fiches de paie, pièce d'identité, etc. `

describe('counting with the model’s own tokenizer', () => {
  it('is exact for a short text', async () => {
    const count = await loadTokenCounter('gpt-4.1-mini')
    expect(count('The quick brown fox.')).toBe(encodeO200k('The quick brown fox.').length)
    expect(count('')).toBe(0)
  })

  it('stays within a hundredth of it for a long one', async () => {
    const count = await loadTokenCounter('gpt-4o')
    const text = PROSE.repeat(100)
    const exact = encodeO200k(text).length
    expect(count(text)).toBeGreaterThanOrEqual(exact)
    expect(count(text)).toBeLessThanOrEqual(exact * 1.01)
  })

  it('knows which models have which tokenizer', async () => {
    const text = 'naïveté 漢字かな交じり文 antidisestablishmentarianism'
    const [o200k, cl100k] = await Promise.all(['gpt-4o', 'gpt-4'].map(async (model) => (await loadTokenCounter(model))(text)))
    expect(o200k).not.toBe(cl100k)
    for (const model of ['gpt-5-mini', 'o3', 'chatgpt-4o-latest', 'gpt-oss-20b']) expect((await loadTokenCounter(model))(text)).toBe(o200k)
    for (const model of ['gpt-4-turbo', 'gpt-3.5-turbo-0125']) expect((await loadTokenCounter(model))(text)).toBe(cl100k)
    for (const model of ['llama3.2:latest', 'mistral', 'o', 'my-gpt-4o', '']) expect(await loadTokenCounter(model)).toBe(estimateTokens)
  })

  it('counts what looks like a special token as the text it is', async () => {
    expect((await loadTokenCounter('gpt-4o'))('<|endoftext|>')).toBeGreaterThan(1)
  })

  it.each([
    ['one letter', 'a'.repeat(100_000)],
    ['ideographs without a space', '漢字仮名'.repeat(25_000)],
    ['spaces', ' '.repeat(100_000)],
    ['joined emoji', '👩‍👩‍👧'.repeat(12_500)],
    ['punctuation', '!?'.repeat(50_000)],
    ['half characters', '\ud800'.repeat(100_000)],
  ])('does not choke on 100,000 characters of %s', { timeout: 5_000 }, async (_what, text) => {
    // Uncut, the ideographs take over a minute.
    expect((await loadTokenCounter('gpt-4o'))(text)).toBeGreaterThan(100)
  })
})

describe('the estimate', () => {
  it('is never far below a real tokenizer on people’s text', () => {
    const exact = encodeO200k(PROSE).length
    expect(estimateTokens(PROSE)).toBeGreaterThanOrEqual(exact)
    expect(estimateTokens(PROSE)).toBeLessThan(exact * 1.6)
    const japanese = '来週の月曜日に部屋を見に行くことにしました。'
    expect(estimateTokens(japanese)).toBeGreaterThanOrEqual(encodeO200k(japanese).length)
  })

  it('is 3.5 characters a token, and more for what takes more bytes', () => {
    expect(estimateTokens('')).toBe(0)
    expect(estimateTokens('a')).toBe(1)
    expect(estimateTokens('a'.repeat(35))).toBe(10)
    expect(estimateTokens('漢'.repeat(100))).toBe(104)
  })
})
