import { isPluralElement, isSelectElement, type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it, test } from 'vitest'
import { commandDeclarations } from '../../../src/commands/index.ts'
import type { MessageKey } from '../../../src/core/messages/messages.ts'
import { catalogues } from '../../../src/core/messages/messages.ts'

const { en, ...translations } = catalogues
const english: Readonly<Record<string, string>> = en.messages
const keys = Object.keys(english) as MessageKey[]

/** What is printed on keyboards. */
const keyNames: readonly MessageKey[] = ['page.keys.control', 'page.keys.shift', 'page.keys.escape']

/** Messages that are the same in English and another language, because the words are. */
const sameWords: Readonly<Record<string, readonly MessageKey[]>> = {
  de: ['page.continuous', 'page.export', 'page.keys.escape', 'page.channels.tokens'],
  es: [
    'count.tokens',
    'page.continuous',
    'page.keys.control',
    'page.keys.escape',
    'page.size',
    'page.channels.tokens',
    'page.channels.total',
  ],
  fr: [
    'count.messages',
    'page.days.messages',
    'page.day-sessions',
    'page.day.messages',
    'page.message.image',
    'page.steps.message',
    'page.steps.note',
    'page.memory.types',
    'argument.action',
    'argument.message',
    'argument.code',
    'exportFile.messages',
    'proposal.heading',
    'page.channels.images',
    'page.channels.images-column',
    'page.channels.messages',
    'page.channels.tokens',
    'page.channels.total',
    'page.push',
    'page.keys.control',
  ],
  it: ['page.continuous', 'page.keys.control', 'page.keys.escape'],
  pt: ['count.tokens', 'page.continuous', 'page.size', 'page.channels.tokens', 'page.channels.total', ...keyNames],
  ja: keyNames,
  ru: keyNames,
  zh: keyNames,
}

/** Messages in which several plural forms are the same, because the case of the noun is. */
const sharedForms: readonly MessageKey[] = ['page.embeddings.progress', 'page.embeddings.done']

const parsed = (message: string) => parse(message, { ignoreTag: true })

/** All elements of a message, with those inside of its plurals and selections. */
const elementsOf = (elements: readonly MessageFormatElement[]): MessageFormatElement[] =>
  elements.flatMap((element) =>
    isPluralElement(element) || isSelectElement(element)
      ? [element, ...Object.values(element.options).flatMap(({ value }) => elementsOf(value))]
      : [element],
  )

/** "count plural", "name argument": what a message needs to be given, and what for. */
const placeholdersOf = (message: string) =>
  [
    ...new Set(
      elementsOf(parsed(message)).flatMap((element) => {
        if (isPluralElement(element)) return `${element.value} plural`
        if (isSelectElement(element)) return `${element.value} select ${Object.keys(element.options).sort().join(' ')}`
        return 'value' in element && (element.type === 1 || element.type === 2) ? `${element.value} argument` : []
      }),
    ),
  ].sort()

const textOf = (message: string) =>
  elementsOf(parsed(message))
    .map((element) => (element.type === 0 ? element.value : ''))
    .join(' ')

/** What a translation must keep: commands, code and bold text, each as often as in English. */
function markupOf(message: string): readonly string[] {
  const text = textOf(message)
  const names = commandDeclarations.map(({ name }) => name).join('|')
  const commands = text.match(new RegExp(`/(?:${names})(?![a-z])`, 'g')) ?? []
  return [...new Set(commands), ...(text.match(/`|\*\*/g) ?? []), ...(text.match(/\n/g) ?? [])].sort()
}

describe.each(Object.entries(translations))(
  '%s',
  (language, { locale, messages }: { locale: string; messages: Readonly<Record<string, string>> }) => {
    it('has every message of the English catalogue, and no other', () => {
      expect(Object.keys(messages).sort()).toEqual([...keys].sort())
    })

    test.each(keys)('%s has the same placeholders and markup', (key) => {
      const message = messages[key] ?? ''
      expect(placeholdersOf(message)).toEqual(placeholdersOf(english[key] ?? ''))
      expect(markupOf(message)).toEqual(markupOf(english[key] ?? ''))
    })

    it('has every plural form that it needs for counts', () => {
      const rules = new Intl.PluralRules(locale)
      const needed = new Set(Array.from({ length: 1_000 }, (_, count) => rules.select(count)))
      const missing = keys.flatMap((key) =>
        elementsOf(parsed(messages[key] ?? ''))
          .filter(isPluralElement)
          .map(({ options }) => [...needed].filter((form) => !options[form]))
          // One form may stand under "other", which is shown instead of a missing one.
          .flatMap((forms) => (forms.length > 1 ? [key] : [])),
      )
      expect(missing.filter((key) => !sharedForms.includes(key))).toEqual([])
    })

    it('is translated', () => {
      const untranslated = keys.filter((key) => /\p{L}/u.test(textOf(english[key] ?? '')) && messages[key] === english[key])
      expect(untranslated.sort()).toEqual([...(sameWords[language] ?? [])].sort())
    })
  },
)

/** The words by which each language would address its reader in the way that it does not. */
const otherAddress: Readonly<Record<string, RegExp>> = {
  de: /(?<!\p{L})(?:Ihnen|Ihrer|Ihrem)(?!\p{L})/u,
  fr: /(?<!\p{L})(?:votre|vos|vous avez|vous pouvez|veuillez)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:usted|ustedes)(?!\p{L})/iu,
  it: /(?<!\p{L})(?:Lei|Suo|Sua|Suoi)(?!\p{L})/u,
  pt: /(?<!\p{L})(?:tu|teu|teus|tua|tuas|contigo)(?!\p{L})/iu,
  ru: /(?<!\p{L})(?:ты|тебя|тебе|тобой|тво\p{L}+|напиши|скажи|добавь|попробуй|отправь)(?!\p{L})/iu,
  zh: /您/u,
}

test.each(Object.entries(otherAddress))('%s addresses its reader in one way, formal or informal', (language, other) => {
  const { messages } = catalogues[language as keyof typeof catalogues]
  expect(Object.entries(messages).filter(([, text]) => other.test(text))).toEqual([])
})

describe('the descriptions of commands', () => {
  const descriptions = commandDeclarations.flatMap(({ help, arguments: declared }) => [help, ...declared.map((argument) => argument.help)])
  const labels = commandDeclarations.flatMap(({ messageAction }) => messageAction?.label ?? [])

  test.each(Object.entries(catalogues))('fit the menus of every platform in %s', (_language, { messages }) => {
    for (const key of descriptions) expect(messages[key].length, messages[key]).toBeLessThanOrEqual(100)
    for (const key of labels) expect(messages[key].length, messages[key]).toBeLessThanOrEqual(25)
  })
})
