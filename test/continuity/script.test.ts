import { expect, test } from 'vitest'
import { isLine, type Line, script } from './script.ts'

const lines = script.filter(isLine)
const byId = new Map(lines.map((line) => [line.id, line]))
const probed = lines.flatMap((line) => (line.probe ? [{ line, probe: line.probe }] : []))
const normalize = (text: string): string => text.replace(/\s+/g, ' ').toLowerCase()

/** What a source of a probe holds: a line, the reply to it, or the digest of its day. */
function textsOf(source: string): string[] {
  const [, kind = 'line', name = source] = /^(reply|digest):(.+)$/.exec(source) ?? []
  if (kind === 'digest') return lines.flatMap(({ at, gist }) => (at.startsWith(name) && gist ? [gist] : []))
  const line = byId.get(name)
  if (!line) throw new Error(`There is no line ${name}.`)
  const edited = script.flatMap((step) => ('do' in step && step.do === 'edit' && step.id === name ? [step.text] : []))
  const said = [...(line.inThread ?? []), ...(line.quotes ? [line.quotes] : []), ...(line.forwards ? [line.forwards] : [])]
  return kind === 'reply' ? [line.reply ?? ''] : [line.text, line.gist ?? '', ...edited, ...said.map(({ text }) => text)]
}

test('the steps are in order of time, and each line has an id of its own', () => {
  const times = script.map(({ at }) => new Date(at).getTime())
  expect(times).toEqual([...times].sort((a, b) => a - b))
  expect(byId.size).toBe(lines.length)
})

test('a line refers to earlier lines only', () => {
  const referred = lines.flatMap((line) => {
    const sources = [line.repliesTo, line.thread, ...(line.probe?.sources ?? [])].flatMap((id) => id ?? [])
    return sources.filter((id) => !id.startsWith('digest:')).map((id) => ({ line, source: byId.get(id.replace(/^reply:/, '')) }))
  })
  const wrong = referred.filter(({ line, source }) => !source || new Date(source.at) > new Date(line.at))
  expect(wrong.map(({ line }) => line.id)).toEqual([])
})

test('each referent is in one of its sources', () => {
  const lost = probed.flatMap(({ line, probe }) => {
    const held = probe.sources.flatMap(textsOf).map(normalize)
    const holds = (referent: string) => held.some((text) => text.includes(normalize(referent)))
    return probe.referents.filter((referent) => !holds(referent)).map((referent) => `${line.id}: ${referent}`)
  })
  expect(lost).toEqual([])
})

test('no message that refers back holds the referent itself', () => {
  const own = ({ text }: Line) => normalize(text)
  const given = probed.filter(({ line, probe }) => probe.referents.some((referent) => own(line).includes(normalize(referent))))
  expect(given.map(({ line }) => line.id)).toEqual([])
})
