import { isSameWord, isTypoOf, numbersOf } from '../compare.ts'
import { combineCues } from '../languages/all.ts'
import { foldText, splitWords, toTopicStems } from '../words.ts'
import { withoutDays } from './period.ts'
import { extractTopicStems, type Question } from './question.ts'

/** The share of a question's topic that a line must cover to be an answer. */
const minCoverage = 0.5

/** How much the words of a question count. An answer need not repeat which property of a thing was asked for. */
const nameWeight = 2
const propertyWeight = 0.5
const missingPropertyWeight = 0.25
/** How much a word counts that the search found in place of a word of the question. */
const foundWeight = 0.6
/** How much more a line covers that has a number, or only a date, if the question asks for a number. */
const numberBonus = 0.25
const dateBonus = 0.1

const propertyPattern = combineCues(({ properties }) => properties, 'gu')
const quantityPattern = combineCues(({ quantities }) => quantities)

interface TopicWord {
  readonly stem: string
  readonly weight: number
  /** How much it counts if it is missing. */
  readonly missingWeight: number
  readonly isMisspelt: boolean
}

/** Rates how well lines cover what a question is about. */
export class Relevance {
  readonly #topic: readonly TopicWord[]
  readonly #asksForNumber: boolean

  /** `texts` are those to measure. A word of the question that none of them has may be misspelt. */
  constructor(question: Question, texts: readonly string[]) {
    const words = [...new Set(texts.flatMap((text) => splitWords(foldText(text))))]
    const names = new Set((question.text.match(/(?<=\p{L}[^.!?]*\s)\p{Lu}\p{L}+/gu) ?? []).flatMap(toTopicStems))
    const properties = new Set((foldText(question.text).match(propertyPattern) ?? []).flatMap(toTopicStems))
    const stems = [...new Set(extractTopicStems(question))]
    const hasThing = stems.some((stem) => !properties.has(stem))
    this.#topic = stems.map((stem) => {
      const isProperty = properties.has(stem) && hasThing
      const weight = isProperty ? propertyWeight : names.has(stem) ? nameWeight : 1
      const missingWeight = isProperty ? missingPropertyWeight : weight
      return { stem, weight, missingWeight, isMisspelt: !words.some((word) => isSameWord(stem, word)) }
    })
    this.#asksForNumber = quantityPattern.test(foldText(question.text))
  }

  /** The stems of the topic. Empty if the question has none. */
  get topic(): readonly string[] {
    return this.#topic.map(({ stem }) => stem)
  }

  /** Returns the share of the topic that a text covers, from 0 to 1, and slightly more if it has a number that was asked for. */
  measure(text: string, foundWords: readonly string[] = []): number {
    const words = splitWords(foldText(text))
    const stems = toTopicStems(text)
    const isCovered = ({ stem, isMisspelt }: TopicWord) =>
      stems.includes(stem) || words.some((word) => isSameWord(stem, word) || (isMisspelt && isTypoOf(stem, word)))
    const covered = this.#topic.filter(isCovered)
    const uncovered = this.#topic.filter((word) => !covered.includes(word)).sort((a, b) => a.missingWeight - b.missingWeight)
    const others = foundWords.filter((word) => !this.#topic.some(({ stem }) => toTopicStems(word).includes(stem)))
    // The search found other words for some of the topic, but hardly for all of it.
    const replaced = uncovered.slice(0, Math.min(new Set(others.map(foldText)).size, this.#topic.length - 1))
    const missing = uncovered.slice(replaced.length)
    const sum = (weights: readonly number[]) => weights.reduce((total, weight) => total + weight, 0)
    const coveredWeight = sum(covered.map(({ weight }) => weight)) + sum(replaced.map(({ weight }) => weight)) * foundWeight
    const possibleWeight =
      sum([...covered, ...replaced].map(({ weight }) => weight)) + sum(missing.map(({ missingWeight }) => missingWeight))
    if (coveredWeight === 0) return 0
    return coveredWeight / possibleWeight + (this.#asksForNumber ? rateNumbers(text) : 0)
  }

  isAnswer(coverage: number): boolean {
    return coverage >= minCoverage
  }
}

function rateNumbers(text: string): number {
  if (numbersOf(text).length === 0) return 0
  return numbersOf(withoutDays(text)).length > 0 ? numberBonus : dateBonus
}
