import { expect, test } from 'vitest'
import { readRanges } from './read-ranges.ts'

test.each<readonly [text: string, ...ranges: string[]]>([
  ['oggi', '2026-11-18'],
  ['stamattina', '2026-11-18'],
  ['ieri', '2026-11-17'],
  ['ieri sera', '2026-11-17'],
  ["l'altro ieri", '2026-11-16'],
  ['martedì', '2026-11-17'],
  ['martedi scorso', '2026-11-17'],
  ['lo scorso venerdì', '2026-11-13'],
  ['questo lunedì', '2026-11-16'],
  ['martedì della settimana scorsa', '2026-11-10'],
  ['la settimana scorsa', '2026-11-09..2026-11-15'],
  ['la scorsa settimana', '2026-11-09..2026-11-15'],
  ['questa settimana', '2026-11-16..2026-11-22'],
  ['lo scorso fine settimana', '2026-11-14..2026-11-15'],
  ['nel weekend', '2026-11-14..2026-11-15'],
  ['il mese scorso', '2026-10-01..2026-10-31'],
  ['questo mese', '2026-11-01..2026-11-30'],
  ["l'anno scorso", '2025-01-01..2025-12-31'],
  ['lo scorso anno', '2025-01-01..2025-12-31'],
  ["quest'anno", '2026-01-01..2026-12-31'],
  ['due settimane fa', '2026-11-02..2026-11-08'],
  ['3 giorni fa', '2026-11-15'],
  ['un anno fa', '2025-01-01..2025-12-31'],
  ['un paio di mesi fa', '2026-09-01..2026-09-30'],
  ['qualche giorno fa', '2026-11-15'],
  ['gli ultimi 7 giorni', '2026-11-11..2026-11-18'],
  ['nelle ultime due settimane', '2026-11-04..2026-11-18'],
  ['a marzo', '2026-03-01..2026-03-31'],
  ['in dicembre', '2025-12-01..2025-12-31'],
  ['marzo 2025', '2025-03-01..2025-03-31'],
  ["marzo dell'anno scorso", '2025-03-01..2025-03-31'],
  ['nel 2025', '2025-01-01..2025-12-31'],
  ['3 marzo', '2026-03-03'],
  ["l'8 marzo", '2026-03-08'],
  ['il tre marzo 2024', '2024-03-03'],
  ['il 1° aprile', '2026-04-01'],
  ['3 mar 2026', '2026-03-03'],
  ['il 3 gen', '2026-01-03'],
  ['il 3 del mese scorso', '2026-10-03'],
  ['da lunedì', '2026-11-16..2026-11-18'],
  ['da ottobre', '2026-10-01..2026-11-18'],
  ['dal 3 marzo al 10 marzo', '2026-03-03..2026-03-10'],
  ['tra lunedì e ieri', '2026-11-16..2026-11-17'],
  ['martedì 3 marzo', '2026-03-03'],
  ['la domenica prima del 25 ottobre 2022', '2022-10-23', '2022-10-25'],
])('Italian: %s', (text, ...ranges) => {
  expect(readRanges(text)).toEqual(ranges)
})

test.each(['martedì prossimo', 'la prossima settimana', 'ogni lunedì', "al giorno d'oggi", 'dieci persone, il mar Rosso, gio e set'])(
  'no past day in Italian: %s',
  (text) => {
    expect(readRanges(text)).toEqual([])
  },
)
