import { expect, test } from 'vitest'
import { nextMorning } from '../support/stages/scene.ts'
import { walkthroughScene } from './walkthrough/scene.ts'
import { chatWalker, pageWalker, type Sight, type Walker } from './walkthrough/walkers.ts'

// People of three languages use the bot on every platform, from their first message to the first digest, and see nothing in another
// language. With SHOW_WALKTHROUGH=<file>, everything that they saw is written to that file.

/** What somebody of a language writes, and what they must see. */
interface Script {
  readonly name: string
  readonly locale: string
  readonly timezone: string
  readonly openLoop: string
  readonly decision: string
  readonly remark: string
  readonly question: string
  readonly word: string
  readonly welcome: string
  readonly answer: RegExp
  readonly you: string
  readonly noResults: string
  readonly noDay: string
  readonly timezoneSet: string
  readonly title: string
  readonly sections: readonly string[]
  readonly turnOff: string
  readonly off: string
  readonly emptyPage: string
}

const scripts: Readonly<Record<string, Script>> = {
  de: {
    name: 'Anja',
    locale: 'de-DE',
    timezone: 'Europe/Berlin',
    openLoop: 'Ich muss noch die Bank anrufen.',
    decision: 'Wir haben beschlossen, die blaue Wohnung zu nehmen.',
    remark: 'Die Heizung im Bad tropft seit heute Morgen.',
    question: 'Was haben wir heute entschieden?',
    word: 'Wohnung',
    welcome: 'Hallo!',
    answer: /blaue Wohnung/,
    you: 'du',
    noResults: 'Ich habe nichts gefunden.',
    noDay: 'verstehe ich nicht als Tag',
    timezoneSet: 'Deine Zeitzone ist jetzt',
    title: 'Mittwoch, 18. November',
    sections: ['Zusammenfassung', 'Ziele', 'Entscheidungen', 'Offene Punkte', 'Nächste Schritte'],
    turnOff: 'Ausschalten',
    off: 'Ich schicke keine täglichen Zusammenfassungen',
    emptyPage: 'Willkommen bei Throughline',
  },
  es: {
    name: 'Elena',
    locale: 'es-ES',
    timezone: 'Europe/Madrid',
    openLoop: 'Todavía tengo que llamar al banco.',
    decision: 'Hemos decidido quedarnos con el piso azul.',
    remark: 'La calefacción del baño gotea desde esta mañana.',
    question: '¿Qué hemos decidido hoy?',
    word: 'piso',
    welcome: '¡Hola!',
    answer: /piso azul/,
    you: 'tú',
    noResults: 'No encontré nada.',
    noDay: 'No entiendo «xyzzyq» como día',
    timezoneSet: 'Tu zona horaria es ahora',
    title: 'miércoles, 18 de noviembre',
    sections: ['Resumen', 'Objetivos', 'Decisiones', 'Asuntos pendientes', 'Próximos pasos'],
    turnOff: 'Desactivar',
    off: 'No envío resúmenes diarios',
    emptyPage: 'Te damos la bienvenida a Throughline',
  },
  ja: {
    name: '花子',
    locale: 'ja',
    timezone: 'Asia/Tokyo',
    openLoop: 'まだ銀行に電話しないといけません。',
    decision: '青い部屋を借りることに決めました。',
    remark: 'お風呂の暖房が今朝から水漏れしています。',
    question: '今日は何を決めましたか？',
    word: '部屋',
    welcome: 'こんにちは',
    answer: /青い部屋/,
    you: 'あなた',
    noResults: '見つかりませんでした',
    noDay: '日付として読めません',
    timezoneSet: 'タイムゾーンを Asia/Tokyo にしました',
    title: '2026年11月18日水曜日',
    sections: ['まとめ', '目標', '決めたこと', '未解決のこと', '次にすること'],
    turnOff: 'オフにする',
    off: '毎日のまとめは送りません',
    emptyPage: 'Throughline へようこそ',
  },
}

/** Words that no sentence in German, Spanish or Japanese has. */
const englishWords = /\b(?:the|you|your|and|this|with|of|are|what|which|summary of|yesterday|today|message)\b/i

/**
 * The text without what stays English in every language: commands, addresses, timezones, and what /context says of parts that were omitted,
 * which is written as in the log.
 */
const ownWords = (text: string) =>
  text.replace(/\/[a-z]+\b|https?:\S+|\b[A-Z]\w+\/[A-Z]\w+|`[^`]*`|(?<=[\d.]+ ?Tokens?.*: |省略: ).*\)$/gim, '')

function expectOnlyIn(language: string, { text, buttons }: Sight, who: string): void {
  for (const part of [text, ...buttons]) expect(ownWords(part), `${who} (${language})`).not.toMatch(englishWords)
}

const walkers: { readonly language: string; readonly walker: Walker }[] = []
const scene = walkthroughScene(walkers)

async function firstDay(walker: Walker, script: Script): Promise<void> {
  expect((await walker.write('/start')).text).toContain(script.welcome)
  await walker.write(script.openLoop)
  await walker.write(script.decision)
  await walker.write(script.remark)
  expect((await walker.write(script.question)).text).toMatch(script.answer)
  const found = await walker.write(`/find ${script.word}`)
  expect(found.text).toContain(script.you)
  expect((await walker.write(`/timezone ${script.timezone}`)).text).toContain(script.timezoneSet)
}

/** Commands and mistakes whose answers are the same on every platform. */
async function looksAround(walker: Walker, script: Script): Promise<void> {
  expect((await walker.write('/find xyzzyq')).text).toContain(script.noResults)
  expect((await walker.write('/summary xyzzyq')).text).toContain(script.noDay)
  await walker.write('/help')
  await walker.write('/context')
}

async function secondMorning(walker: Walker, script: Script): Promise<void> {
  const digest = (await walker.look()).find(({ text }) => text.includes(script.title))
  expect(digest, `${walker.name} on ${walker.platform} got no digest`).toBeDefined()
  const positions = script.sections.map((section) => digest?.text.indexOf(section) ?? -1)
  expect(positions, digest?.text).toEqual(positions.filter((position) => position >= 0).toSorted((a, b) => a - b))
  const [, , decisions = '', openLoops = ''] = positions.map((start, index) => digest?.text.slice(start, positions[index + 1]))
  expect(decisions).toContain(script.decision.replace(/[。.]$/, ''))
  expect(openLoops).toContain(script.openLoop.replace(/[。.]$/, ''))
  expect((await walker.press(script.turnOff)).text).toContain(script.off)
}

/** The page, before anything is written there. */
async function firstVisit(page: Awaited<ReturnType<typeof pageWalker>>, language: string, script: Script): Promise<void> {
  const html = await page.read('/continuous/')
  expect(html).toContain(`<html lang="${language}"`)
  expect(html).toContain(script.emptyPage)
}

/** Somebody who writes English, and chooses German. */
async function switches(walker: Walker): Promise<void> {
  expect((await walker.write('We decided to book the early train.')).text).toContain('Noted.')
  expect((await walker.write('/language')).text).toContain('English')
  expect((await walker.write('/language Deutsch')).text).toContain('Ich schreibe dir jetzt auf **Deutsch**'.replaceAll('*', ''))
  expect((await walker.write('/language Klingonisch')).text).toContain('Ich kenne keine Sprache')
  // The choice is permanent, whatever language they write in.
  expect((await walker.write('I still need to call the bank.')).text).toContain('Notiert.')
  expect((await walker.write('The heating in the bathroom leaks since this morning.')).text).toContain('Notiert.')
  expect((await walker.write('What did we decide today?')).text).toContain('Diese Entscheidungen finde ich')
  expect((await walker.write('/days')).text).toContain('Mittwoch, 18. November 2026 (heute)')
}

/** Somebody whose app is in Spanish, and who writes to the bot in German too. Each message is answered in its own language. */
async function writesInTwo(walker: Walker): Promise<void> {
  expect((await walker.write('Hemos decidido quedarnos con el piso azul.')).text).toContain('Anotado.')
  expect((await walker.write('Todavía tengo que llamar al banco mañana.')).text).toContain('Anotado.')
  expect((await walker.write('Wir haben beschlossen, im Sommer nach Bremen zu fahren.')).text).toContain('Notiert.')
  expect((await walker.write('La calefacción del baño gotea desde esta mañana.')).text).toContain('Anotado.')
  expect((await walker.write('Wohin fahren wir im Sommer?')).text).toContain('nach Bremen zu fahren')
  expect((await walker.write('¿Qué piso hemos decidido coger?')).text).toContain('el piso azul')
}

const digestOf = async (walker: Walker, title: string) => (await walker.look()).find(({ text }) => text.includes(title))?.text ?? ''

test('people of three languages meet the bot on every platform, one switches, and one writes in two', { timeout: 240_000 }, async () => {
  const { bot, opened } = scene()
  for (const [language, script] of Object.entries(scripts)) {
    const page = await pageWalker(bot, script.name, script.locale)
    await firstVisit(page, language, script)
    const together = [...opened.map((stage) => chatWalker(bot, stage, script.name, script)), page]
    walkers.push(...together.map((walker) => ({ language, walker })))
    for (const walker of together) await firstDay(walker, script)
    await looksAround(page, script)
  }
  const [telegram, discord] = opened
  const sam = chatWalker(bot, discord!, 'Sam', { locale: 'en-GB' })
  const maria = chatWalker(bot, telegram!, 'Maria', { locale: 'es-ES' })
  await switches(sam)
  await writesInTwo(maria)
  await nextMorning(bot)

  for (const { language, walker } of walkers) {
    await secondMorning(walker, scripts[language]!)
    for (const sight of walker.seen) expectOnlyIn(language, sight, `${walker.name} on ${walker.platform}`)
  }
  expect(await digestOf(sam, 'Mittwoch, 18. November')).toMatch(
    /Entscheidungen[\s\S]*book the early train[\s\S]*Offene Punkte[\s\S]*call the bank/,
  )
  expect(await digestOf(maria, 'miércoles, 18 de noviembre')).toMatch(
    /Decisiones[\s\S]*piso azul[\s\S]*Bremen[\s\S]*Asuntos pendientes[\s\S]*banco/,
  )
  walkers.push({ language: 'en, then German by /language', walker: sam }, { language: 'es and de', walker: maria })
})
