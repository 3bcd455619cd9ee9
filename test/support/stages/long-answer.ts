/** An answer as a model writes it that was asked for much, with a number in brackets on everything that must not get lost. */
export interface LongAnswer {
  /** Markdown. */
  readonly text: string
  /** How many numbers it has, from 1 on. */
  readonly numbers: number
  /** Those inside of blocks of code. */
  readonly inCode: ReadonlySet<number>
  /** Those in tables. */
  readonly inTables: ReadonlySet<number>
  readonly links: readonly string[]
}

const subjects = ['The boiler', 'The long valve', 'Each bearing', 'The flywheel', 'A worn piston', 'The governor']
const findings = [
  'was **cleaned and oiled** before the frost came',
  'holds its pressure, though only `just barely`',
  'has to be looked at again *before* the next run',
  'runs quietly since the last change',
]

/** About so many characters: headings, prose, lists, quotations, links, a table, and code longer than some messages may be. */
export function longAnswer(length: number): LongAnswer {
  let count = 0
  const inCode = new Set<number>()
  const inTables = new Set<number>()
  const links: string[] = []
  const next = () => `(${++count})`
  const numberedIn = (where: Set<number>) => {
    where.add(count + 1)
    return next()
  }
  const sentence = () => `${subjects[count % subjects.length]} ${findings[count % findings.length]} ${next()}.`
  const link = () => {
    const address = `https://engines.example.org/parts/${count + 1}?from=log&page=${count % 7}`
    links.push(address)
    return `The details are in [the log of part ${count + 1}](${address}) ${next()}.`
  }
  const paragraph = () => `${Array.from({ length: 4 }, sentence).join(' ')} ${link()}`
  const list = () => Array.from({ length: 5 }, (_, index) => `${index % 2 === 0 ? '- ' : '  - '}${sentence()}`).join('\n')
  const code = (lines: number) =>
    [
      '```ts',
      ...Array.from({ length: lines }, (_, index) => {
        const nested = index % 3 === 0 ? '' : '  '
        return `${nested}const part${count + 1} = check({ id: ${index}, name: \`p_\${${index}}\` }) // ${numberedIn(inCode)}`
      }),
      '```',
    ].join('\n')
  const table = (rows: number) =>
    [
      '| Part | State | Pressure | Note |',
      '|:--|:--|--:|---|',
      ...Array.from(
        { length: rows },
        (_, row) => `| ${subjects[row % subjects.length]} | good | ${row * 17} kPa | see ${numberedIn(inTables)} |`,
      ),
    ].join('\n')

  const blocks = ['# What the engines need', paragraph(), '## All parts', table(14), '## The program', code(60)]
  for (let section = 1; blocks.join('\n\n').length < length; section++)
    blocks.push(`## Engine ${section}`, paragraph(), list(), `> ${sentence()}`, section % 3 === 0 ? code(6) : paragraph())
  return { text: blocks.join('\n\n'), numbers: count, inCode, inTables, links }
}

/** The numbers in a text, in their order. */
export const numbersIn = (text: string): number[] => [...text.matchAll(/\((\d+)\)/g)].map(([, number]) => Number(number))
