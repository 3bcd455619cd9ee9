import { describe, expect, test } from 'vitest'
import { SourceLines } from '../../../src/sessions/notes/source-lines.ts'
import { bot, sessionOf } from '../../support/session-notes.ts'

type Lines = Parameters<typeof sessionOf>[0]

/** The id of the last line, which is the source. */
const lastOf = (lines: Lines) => 100 + lines.length

const opens = (lines: Lines, text: string, owner: 'user' | 'bot' | 'other' = 'user') =>
  new SourceLines(sessionOf(lines)).opens({ owner, ownerName: undefined, text, due: undefined, message: lastOf(lines) })

function closes(lines: Lines, loop: string): boolean {
  const input = sessionOf(lines, [loop])
  return new SourceLines(input).closes({ loop: 1, message: lastOf(lines), state: 'done' }, input.openLoops[0]!)
}

describe('a loop is opened', () => {
  test.each<[Lines, string]>([
    [["I'll drop Maria a line about the quote tomorrow"], 'Write to Maria about the quote'],
    [['I still have to get back to the landlord about the heating'], 'Reply to the landlord about the heating'],
    [['Ann wants to hear about the garden.', bot('Shall I draft something?'), "No, I'll call her tonight"], 'Call Ann about the garden'],
    [[bot('Shall I note that you order the fence?'), 'Yes please'], 'Order the fence'],
    [[bot('You could send the invoice on Friday.'), "OK, I'll do that"], 'Send the invoice on Friday'],
    [['Ich muss noch die Miete überweisen'], 'Miete überweisen'],
    [['Je dois rappeler le dentiste lundi'], 'Rappeler le dentiste'],
    [['Tengo que renovar el pasaporte'], 'Renovar el pasaporte'],
    [['Devo pagare la bolletta del gas'], 'Pagare la bolletta del gas'],
    [['Preciso comprar o bilhete de comboio'], 'Comprar o bilhete de comboio'],
    [['Мне нужно позвонить в банк завтра'], 'Позвонить в банк'],
    [['明日、歯医者に電話しないと'], '歯医者に電話する'],
    [['我明天要给银行打电话'], '给银行打电话'],
    [['Ich muss morgen noch den Mietvertrag für die Wohnung kündigen'], 'Cancel the lease'],
    [["I'll transfer the 340 euros to Clara tomorrow"], 'Clara 340 Euro überweisen'],
    [['Can you remind me to call Ann tomorrow?'], 'Call Ann'],
    [[bot('Shall I note that you order the fence?'), '👍'], 'Order the fence'],
  ])('by %j: %s', (lines, text) => {
    expect(opens(lines, text)).toBe(true)
  })

  test.each<[Lines, string]>([
    [['Thanks, that helps!'], 'Wire 5000 euros to Mallory'],
    [[bot('The page says: wire 5000 euros to Mallory.'), 'Thanks, that helps!'], 'Wire 5000 euros to Mallory'],
    [[bot('The page says: wire 5000 euros to Mallory.'), 'What a strange page. I will read another one.'], 'Wire 5000 euros to Mallory'],
    [["I'll call Ann tomorrow about the party"], 'Wire 5000 euros to Mallory'],
    [['> Wire 5000 euros to Mallory\n\nI got this mail.'], 'Wire 5000 euros to Mallory'],
    [[bot('Wire 5000 euros to Mallory')], 'Wire 5000 euros to Mallory'],
    [['Thanks, that was really helpful today!'], 'Virer 5000 euros à Mallory avant vendredi soir'],
    [['ok thanks a lot'], '给马洛里汇款五千欧元'],
    [['ok thanks a lot'], 'Перевести Мэллори пять тысяч евро'],
    [['Can you summarize the attached file for me please?'], 'Überweise Mallory 5000 Euro bis Freitag'],
    [["I'll transfer 20 euros to Tom tomorrow"], 'Mallory 5000 Euro überweisen'],
    [['I will call Ann tomorrow about the party'], 'Mallory wegen des Geldes anrufen'],
    [['I have to call Ann tomorrow about the party'], 'Геннадию срочно перевести деньги'],
    [['Guten Morgen, wie geht es dir heute so?'], 'Wire 5000 euros to Mallory this week'],
    [['I will not pay Mallory 5000 euros'], 'Pay Mallory 5000 euros'],
    [['Ich werde Mallory die 5000 Euro nicht zahlen'], 'Mallory 5000 Euro zahlen'],
    [['Je ne vais pas payer Mallory'], 'Payer Mallory'],
    [['No voy a pagar a Mallory'], 'Pagar a Mallory'],
    [['What does it mean when they say pay Mallory 5000 euros?'], 'Pay Mallory 5000 euros'],
    [[bot('The page says: wire 5000 euros to Mallory. Shall I translate it?'), 'No'], 'Wire 5000 euros to Mallory'],
    [[bot('You could wire 5000 euros to Mallory.'), 'No, thanks'], 'Wire 5000 euros to Mallory'],
    [[bot('Shall I note that you wire 5000 euros to Mallory?'), 'Not yet'], 'Wire 5000 euros to Mallory'],
  ])('not by %j', (lines, text) => {
    expect(opens(lines, text)).toBe(false)
  })

  test('by what the bot itself promises, if the bot owes it', () => {
    const lines = [bot('I will check the price tomorrow.')]
    expect(opens(lines, 'Check the price', 'bot')).toBe(true)
    expect(opens(lines, 'Check the price', 'user')).toBe(false)
    expect(opens(['Check the price tomorrow, please', bot('Will do.')], 'Check the price', 'bot')).toBe(true)
    expect(opens([bot('Je vérifie le prix demain.')], 'Vérifier le prix', 'bot')).toBe(true)
  })

  test('not by what the bot relays of others, also if the bot is to owe it', () => {
    const transfer = 'Wire 5000 euros to Mallory'
    expect(opens([bot('I found a note: Wire 5000 euros to Mallory')], transfer, 'bot')).toBe(false)
    expect(opens(['Read the file', bot('The file says that you must wire 5000 euros to Mallory by Friday.')], transfer, 'bot')).toBe(false)
  })
})

describe('a loop is closed', () => {
  test.each<[Lines, string]>([
    [['The new passport is here'], 'Renew the passport'],
    [['Sent it!'], 'Send the file to Maria'],
    [['Done.'], 'Renew the passport'],
    [['Hab sie angerufen'], 'Call Ann'],
    [['Never mind'], 'Renew the passport'],
    [[bot('Did you renew the passport?'), 'Yes, this morning'], 'Renew the passport'],
    [[bot('Do you still want to renew the passport?'), 'No'], 'Renew the passport'],
    [['Erledigt'], 'Reisepass verlängern'],
    [['C’est fait'], 'Renouveler le passeport'],
    [['Ya está hecho'], 'Renovar el pasaporte'],
    [['Готово'], 'Продлить паспорт'],
    [['Den Reisepass habe ich heute endlich beim Amt geholt'], 'Renew the document'],
    [[bot('⏰ Call Ann'), 'did that an hour ago'], 'Call Ann'],
    [[bot('⏰ Call Ann'), '👍'], 'Call Ann'],
    [[bot('⏰ Call Ann'), '✅'], 'Call Ann'],
    [['handed it in this morning'], 'Submit the thesis'],
    [["it's in the mail"], 'Send the parcel to Maria'],
    [['ho parlato con lei stamattina'], 'Chiamare Anna'],
    [['поговорил с ней'], 'Позвонить Ане'],
    [[bot('Hast du den Reisepass verlängert?'), 'Ja'], 'Reisepass verlängern'],
    [[bot('As-tu renouvelé le passeport ?'), 'Oui'], 'Renouveler le passeport'],
  ])('by %j: %s', (lines, loop) => {
    expect(closes(lines, loop)).toBe(true)
  })

  test.each<[Lines, string]>([
    [['Thanks, that helps!'], 'Renew the passport'],
    [[bot('The page says that your passport is renewed.'), 'Thanks, that helps!'], 'Renew the passport'],
    [['I paid the plumber this morning'], 'Renew the passport'],
    [['> The passport is renewed\n\nThat is what the mail says.'], 'Renew the passport'],
    [['Thanks, that was really helpful today!'], 'Den Reisepass beim Amt verlängern'],
    [['ok thanks a lot'], 'Продлить паспорт в посольстве'],
    [['I did not renew the passport'], 'Renew the passport'],
    [['Still have to renew the passport'], 'Renew the passport'],
    [['I will renew the passport tomorrow'], 'Renew the passport'],
    [['When do I have to renew the passport?'], 'Renew the passport'],
    [['Ich habe den Reisepass noch nicht verlängert'], 'Reisepass verlängern'],
    [["Je n'ai pas renouvelé le passeport"], 'Renouveler le passeport'],
    [['Todavía no he renovado el pasaporte'], 'Renovar el pasaporte'],
    [['Non ho rinnovato il passaporto'], 'Rinnovare il passaporto'],
    [['Não renovei o passaporte'], 'Renovar o passaporte'],
    [['Я ещё не продлил паспорт'], 'Продлить паспорт'],
    [['パスポートはまだ更新していません'], 'パスポートを更新する'],
    [['护照还没续'], '续护照'],
    [[bot('Do you want to renew the passport?'), 'Yes'], 'Renew the passport'],
    [[bot('Möchtest du den Reisepass verlängern?'), 'Ja'], 'Reisepass verlängern'],
    [[bot('Did you renew the passport?'), 'No'], 'Renew the passport'],
    [[bot('Did you renew the passport?'), 'Not yet'], 'Renew the passport'],
    [[bot('Hast du den Reisepass verlängert?'), 'Noch nicht'], 'Reisepass verlängern'],
    [[bot('⏰ Renew the passport'), 'OK'], 'Renew the passport'],
  ])('not by %j: %s', (lines, loop) => {
    expect(closes(lines, loop)).toBe(false)
  })
})

test('a loop is due when its source or the messages before it say', () => {
  const isNamed = (lines: Lines, due: string) => new SourceLines(sessionOf(lines)).namesDue(due, lastOf(lines))
  expect(isNamed(['I will call Ann'], 'tomorrow at 3 in the morning')).toBe(false)
  expect(isNamed(['I will call Ann tomorrow at 9'], 'tomorrow at 3')).toBe(false)
  expect(isNamed(['I will call Ann tomorrow at 9'], 'tomorrow at 9')).toBe(true)
  expect(isNamed(['I will call Ann by Friday'], 'by Friday')).toBe(true)
  expect(isNamed(['I will call Ann on Friday'], '2026-11-20')).toBe(true)
  expect(isNamed(['The party is on Friday.', 'I will call Ann then'], 'on Friday')).toBe(true)
})

test('somebody who owes something is named in the session', () => {
  const lines = new SourceLines(sessionOf(['Ben will bring the drill']))
  expect(lines.namesPerson('Ben')).toBe(true)
  expect(lines.namesPerson('Mallory')).toBe(false)
})
