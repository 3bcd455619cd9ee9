import type { PronounRule } from '../languages/cues.ts'
import { foldText, isFunctionWord } from '../words.ts'
import { hasCue } from './cues.ts'
import { findMentions, type Mention, type NameLexicon, readNames } from './mentions.ts'
import { findAddressees, type Statement } from './statements.ts'

/** A sentence whose pronouns are replaced by what they stand for, where that is clear. */
export interface ResolvedStatement extends Statement {
  /** Whether a pronoun is left, or it points to something named before. */
  readonly isUnclear: boolean
  /** The keys of what its pronouns stand for. */
  readonly referents: readonly string[]
  /** The keys of all that it names. */
  readonly mentioned: readonly string[]
}

/** How much less a mention counts with each sentence that follows it. */
const decay = 0.7
/** The subject of a sentence is more likely to be spoken of next, but not so much that it alone decides. */
const subjectWeight = 1.3
/** A person who is not known to be a man or a woman is meant less, except directly after its name, or by a pronoun for things. */
const unknownWeight = 1 / 3
const unknownNextWeight = 0.7
/** How much more likely than the next one a referent must be. */
const minLead = 1.4
/** The number of sentences after which a thing has to be named again. A person is remembered for the day. */
const maxThingDistance = 4

/** "My sister and I" is "we", so a pronoun after it is somebody else. */
const sharedSubject = /^\S+(?:\s\S+)?\s(?:and I|und ich|et moi|y yo|e io|e eu|и я)\s/iu

/** Replaces the pronouns of a day's sentences, in order. */
export function resolveReferences(statements: readonly Statement[]): readonly ResolvedStatement[] {
  const memory = new MentionMemory(readNames(statements), findAddressees(statements.map(({ said }) => said)))
  return statements.map((statement) => resolve(statement, memory))
}

function resolve(statement: Statement, memory: MentionMemory): ResolvedStatement {
  const { references } = statement.cues
  const shared = foldText(sharedSubject.exec(statement.text)?.[0] ?? '')
  const own = memory
    .find(statement.text, statement)
    .map((mention) => (shared.includes(mention.key) ? { ...mention, isSubject: false } : mention))
  const referents: Mention[] = []
  let unclear = 0
  // What the assistant says of things is often a generalization.
  const rules = references.pronouns.filter(({ person }) => statement.role === 'user' || person !== undefined)
  const resolved = rules.reduce(
    (sentence, rule) =>
      sentence.replace(rule.find, (...match: unknown[]) => {
        const at = match.findIndex((one) => typeof one === 'number')
        const before = sentence.slice(0, match[at] as number)
        const groups = match.slice(0, at).map((group) => (typeof group === 'string' ? group : ''))
        const [pronoun = ''] = groups
        if (isNamedInSentence(before, rule, (part) => memory.find(part, statement))) return pronoun
        const referent = memory.findReferent(rule, statement.order)
        if (!referent || foldText(sentence).includes(referent.key)) {
          unclear++
          return pronoun
        }
        const isSubject = before.trim() === ''
        referents.push({ ...referent, isSubject })
        const written = write(rule, referent, groups)
        return isSubject ? written.charAt(0).toUpperCase() + written.slice(1) : written
      }),
    statement.text,
  )
  const text = (referents.length > 0 ? references.contractions : undefined)?.reduce((one, [two, form]) => one.replace(two, form), resolved)
  for (const mention of [...own, ...referents]) memory.add(mention, statement.order)
  const mentioned = [...own, ...referents].map(({ key }) => key)
  return {
    ...statement,
    text: text ?? resolved,
    isUnclear: unclear > 0 || hasCue(statement, 'pointing'),
    referents: referents.map(({ key }) => key),
    mentioned,
  }
}

const clauseEnd =
  /[,;:–—，、]\s*|\s(?:and|but|or|when|if|because|whether|that|und|aber|oder|wenn|weil|ob|dass|et|mais|ou|quand|si|que|y|pero|o|cuando|e|ma|quando|mas|se|и|но|или|если|когда|что)\s/u

/** Whether the sentence itself names what a pronoun stands for, in an earlier clause. */
function isNamedInSentence(before: string, rule: PronounRule, find: (part: string) => readonly Mention[]): boolean {
  const clauses = before.replace(sharedSubject, '').split(clauseEnd)
  return (
    clauses.length > 1 &&
    clauses.slice(0, -1).some((clause) => find(clause).some((mention) => fits(mention, rule)) || /(?<=\p{L}\s)\p{Lu}\p{L}/u.test(clause))
  )
}

const fits = ({ kind, genders }: Mention, rule: PronounRule): boolean =>
  rule[kind] !== undefined && [...rule.genders].some((gender) => genders.includes(gender))

function write(rule: PronounRule, { kind, text, noun }: Mention, groups: readonly string[]): string {
  return (rule[kind] ?? '')
    .replaceAll('{}', text)
    .replaceAll('{noun}', noun)
    .replace(/\$(\d)/g, (_, group: string) => groups[Number(group)] ?? '')
}

interface RememberedMention {
  readonly mention: Mention
  readonly order: number
}

/** Remembers what a day has named so far. */
class MentionMemory {
  readonly #lexicon: NameLexicon
  readonly #addressees: ReadonlySet<string>
  readonly #mentions: RememberedMention[] = []
  /** What pronouns have shown of a person: m or f. */
  readonly #known = new Map<string, string>()

  constructor(lexicon: NameLexicon, addressees: ReadonlySet<string>) {
    this.#lexicon = lexicon
    this.#addressees = new Set([...addressees].map(foldText))
  }

  /** Finds what a sentence names. Somebody who is addressed is not spoken of as "he" or "she". */
  find(sentence: string, { cues: { references } }: Statement): readonly Mention[] {
    return findMentions(sentence, references, this.#lexicon).filter(({ key, noun }) => !this.#addressees.has(key) && isNoun(noun))
  }

  add(mention: Mention, order: number): void {
    this.#mentions.push({ mention, order })
  }

  /** Returns what a pronoun stands for, or undefined if it is not clear. */
  findReferent(rule: PronounRule, order: number): Mention | undefined {
    const scores = new Map<string, { mention: Mention; score: number }>()
    for (const { mention, order: at } of this.#mentions) {
      const distance = order - at
      const known = this.#known.get(mention.key)
      if (!fits(known ? { ...mention, genders: known } : mention, rule)) continue
      if (mention.kind === 'thing' && distance > maxThingDistance) continue
      const isKnown = known !== undefined || mention.genders.length === 1 || mention.kind === 'thing'
      const certainty = isKnown ? 1 : distance > 1 ? unknownWeight : rule.thing ? unknownNextWeight : 1
      const weight = (mention.isSubject ? subjectWeight : 1) * certainty
      const score = weight * decay ** distance
      if (score > (scores.get(mention.key)?.score ?? 0)) scores.set(mention.key, { mention, score })
    }
    const [best, second] = [...scores.values()].sort((a, b) => b.score - a.score)
    if (!best || (second && best.score < second.score * minLead)) return undefined
    if (best.mention.kind === 'person') this.#known.set(best.mention.key, rule.genders)
    return best.mention
  }
}

/** Whether the last word of a phrase can name something. */
const isNoun = (phrase: string): boolean => {
  const last = foldText(phrase.split(/\s+/).at(-1) ?? '')
  return !isFunctionWord(last) && (last.length > 2 || /\p{Script=Han}/u.test(last))
}
