import { expect, test } from 'vitest'
import { sendReminders } from '../../src/loops/reminders/send-reminders.ts'
import { idle } from '../support/bot.ts'
import { walkthroughScene } from './walkthrough/scene.ts'
import { chatWalker, pageWalker, type Walker } from './walkthrough/walkers.ts'

// People ask for reminders in their own words, on every platform and the page, and without a language model. They move one, the other
// comes on Friday at nine, and they mark it as done. With SHOW_WALKTHROUGH=<file>, everything that they saw is written to that file.

interface Script {
  readonly locale: string
  readonly name: string
  readonly request: string
  readonly other: string
  readonly thing: string
  readonly confirmed: string
  readonly list: RegExp
  readonly change: string
  readonly later: string
  readonly moved: string
  readonly done: string
  readonly closed: string
  readonly open: string
}

const scripts: Readonly<Record<string, Script>> = {
  en: {
    locale: 'en-GB',
    name: 'Ellen',
    request: 'remind me on Friday at nine to call Ann',
    other: 'Remind me tomorrow at 8 to water the plants',
    thing: 'call Ann',
    confirmed: 'I will remind you: call Ann – Fri 20 Nov, 09:00',
    list: /water the plants – tomorrow, 08:00\s+(?:2\. )?call Ann – Fri 20 Nov, 09:00/,
    change: 'Change 1',
    later: 'In a week',
    moved: 'Moved: water the plants – Wed 25 Nov, 08:00',
    done: 'Done',
    closed: 'Done: call Ann',
    open: 'What is still open?',
  },
  de: {
    locale: 'de-DE',
    name: 'Dora',
    request: 'Erinnere mich am Freitag um neun, Ann anzurufen',
    other: 'Erinnere mich morgen um 8 daran, die Pflanzen zu gießen',
    thing: 'Ann anrufen',
    confirmed: 'Ich erinnere dich: Ann anrufen – Fr., 20. Nov., 09:00 Uhr',
    list: /die Pflanzen gießen – morgen, 08:00 Uhr\s+(?:2\. )?Ann anrufen – Fr\., 20\. Nov\., 09:00 Uhr/,
    change: '1 ändern',
    later: 'In einer Woche',
    moved: 'Verschoben: die Pflanzen gießen – Mi., 25. Nov., 08:00 Uhr',
    done: 'Erledigt',
    closed: 'Erledigt: Ann anrufen',
    open: 'Was ist noch offen?',
  },
  fr: {
    locale: 'fr-FR',
    name: 'Fanny',
    request: "Rappelle-moi vendredi à neuf heures d'appeler Ann",
    other: "Rappelle-moi demain à 8 h d'arroser les plantes",
    thing: 'appeler Ann',
    confirmed: 'Je te le rappellerai : appeler Ann – ven. 20 nov. à 09:00',
    list: /arroser les plantes – demain à 08:00\s+(?:2\. )?appeler Ann – ven\. 20 nov\. à 09:00/,
    change: 'Modifier 1',
    later: 'Dans une semaine',
    moved: 'Reporté : arroser les plantes – mer. 25 nov. à 08:00',
    done: 'C’est fait',
    closed: 'C’est fait : appeler Ann',
    open: "Qu'est-ce qui reste à faire ?",
  },
  es: {
    locale: 'es-ES',
    name: 'Elsa',
    request: 'Recuérdame el viernes a las nueve llamar a Ann',
    other: 'Recuérdame mañana a las 8 regar las plantas',
    thing: 'llamar a Ann',
    confirmed: 'Te lo recordaré: llamar a Ann – vie, 20 nov, 09:00',
    list: /regar las plantas – mañana, 08:00\s+(?:2\. )?llamar a Ann – vie, 20 nov, 09:00/,
    change: 'Cambiar 1',
    later: 'Dentro de una semana',
    moved: 'Aplazado: regar las plantas – mié, 25 nov, 08:00',
    done: 'Hecho',
    closed: 'Hecho: llamar a Ann',
    open: '¿Qué queda pendiente?',
  },
}

/** Nine o'clock on Friday in Berlin, Paris and Madrid. */
const fridayAtNine = '2026-11-20T08:00:01Z'

const walkers: { readonly language: string; readonly script: Script; readonly walker: Walker }[] = []
const scene = walkthroughScene(walkers)

async function askAndMove(walker: Walker, script: Script): Promise<void> {
  await walker.write('/timezone Europe/Berlin')
  expect((await walker.write(script.request)).text).toContain(script.confirmed)
  await walker.write(script.other)
  expect((await walker.write('/loops')).text).toMatch(script.list)
  await walker.press(script.change)
  expect((await walker.press(script.later)).text).toContain(script.moved)
  expect((await walker.write(script.open)).text).toContain(script.thing)
}

async function beReminded(walker: Walker, script: Script): Promise<void> {
  const reminder = (await walker.look()).find(({ text }) => text.includes('⏰'))
  expect(reminder?.text, `${walker.name} on ${walker.platform}`).toContain(`⏰ ${script.thing}`)
  expect(reminder?.buttons).toHaveLength(3)
  expect((await walker.press(script.done)).text).toContain(script.closed)
  expect((await walker.write('/loops')).text).not.toContain(script.thing)
}

test('people of four languages are reminded on every platform and the page', { timeout: 240_000 }, async () => {
  const { bot, clock, opened } = scene()
  for (const [language, script] of Object.entries(scripts)) {
    const page = await pageWalker(bot, script.name, script.locale)
    const together = [...opened.map((stage) => chatWalker(bot, stage, script.name, script)), page]
    walkers.push(...together.map((walker) => ({ language, script, walker })))
    for (const walker of together) await askAndMove(walker, script)
  }
  clock.jumpTo(fridayAtNine)
  await sendReminders(bot.app.loops)
  await idle(bot)
  for (const { script, walker } of walkers) await beReminded(walker, script)
})
