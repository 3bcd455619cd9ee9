/** About 20,000 characters of Markdown in which every word of prose, code and tables has its own number. */
export function longAnswer() {
  const words: string[] = []
  const links: string[] = []
  const next = (kind: 'w' | 'c' | 't') => {
    const word = `${kind}${String(words.length).padStart(4, '0')}`
    words.push(word)
    return word
  }
  const several = (kind: 'w' | 'c' | 't', count: number) => Array.from({ length: count }, () => next(kind))
  const link = () => {
    const address = `https://example.org/page/${links.length + 1}`
    links.push(address)
    return `[${several('w', 3).join(' ')}](${address})`
  }
  const sentence = () => `The **${next('w')}** is ${several('w', 8).join(' ')}, *${next('w')}* says ${several('w', 6).join(' ')}.`
  const section = (index: number) => [
    `## Section ${next('w')}`,
    [sentence(), sentence(), `See ${link()}.`, sentence()].join(' '),
    // Longer than a part of some platforms, so that it has to be cut.
    [
      '```ts',
      ...Array.from({ length: index === 2 ? 90 : 8 }, () => `  const ${next('c')} = ${next('c')} + 1 // *${next('c')}*`),
      '```',
    ].join('\n'),
    ['| Name | Amount |', '| --- | --- |', ...Array.from({ length: 8 }, () => `| ${next('t')} in ${next('t')} | ${next('t')} |`)].join(
      '\n',
    ),
    [`- ${sentence()}`, `- ${link()} and ${next('w')}`, `  - ${sentence()}`].join('\n'),
    `> ${sentence()}`,
  ]
  const blocks: string[] = []
  for (let index = 0; blocks.join('\n\n').length < 20_000; index++) blocks.push(...section(index))
  return { text: blocks.join('\n\n'), words, links, code: words.filter((word) => word.startsWith('c')) }
}
