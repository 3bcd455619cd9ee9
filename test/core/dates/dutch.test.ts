import { expect, test } from 'vitest'
import { readRanges } from './read-ranges.ts'

test.each<readonly [text: string, ...ranges: string[]]>([
  ['vandaag', '2026-11-18'],
  ['vanochtend', '2026-11-18'],
  ['gisteren', '2026-11-17'],
  ['gisteravond', '2026-11-17'],
  ['eergisteren', '2026-11-16'],
  ['op dinsdag', '2026-11-17'],
  ['afgelopen vrijdag', '2026-11-13'],
  ['vorige dinsdag', '2026-11-17'],
  ['deze maandag', '2026-11-16'],
  ['dinsdag van vorige week', '2026-11-10'],
  ['vorige week dinsdag', '2026-11-10'],
  ['vorige week', '2026-11-09..2026-11-15'],
  ['deze week', '2026-11-16..2026-11-22'],
  ['afgelopen weekend', '2026-11-14..2026-11-15'],
  ['in het weekend', '2026-11-14..2026-11-15'],
  ['vorige maand', '2026-10-01..2026-10-31'],
  ['deze maand', '2026-11-01..2026-11-30'],
  ['vorig jaar', '2025-01-01..2025-12-31'],
  ['dit jaar', '2026-01-01..2026-12-31'],
  ['twee weken geleden', '2026-11-02..2026-11-08'],
  ['3 dagen geleden', '2026-11-15'],
  ['een jaar geleden', '2025-01-01..2025-12-31'],
  ['een paar maanden geleden', '2026-08-01..2026-08-31'],
  ['de afgelopen 7 dagen', '2026-11-11..2026-11-18'],
  ['de laatste twee weken', '2026-11-04..2026-11-18'],
  ['in maart', '2026-03-01..2026-03-31'],
  ['in december', '2025-12-01..2025-12-31'],
  ['maart 2025', '2025-03-01..2025-03-31'],
  ['maart vorig jaar', '2025-03-01..2025-03-31'],
  ['in 2025', '2025-01-01..2025-12-31'],
  ['3 maart', '2026-03-03'],
  ['3 mei 2024', '2024-05-03'],
  ['op 1 april', '2026-04-01'],
  ['3 mrt 2026', '2026-03-03'],
  ['de 3e van vorige maand', '2026-10-03'],
  ['sinds maandag', '2026-11-16..2026-11-18'],
  ['sinds oktober', '2026-10-01..2026-11-18'],
  ['van 3 maart tot 10 maart', '2026-03-03..2026-03-10'],
  ['tussen maandag en gisteren', '2026-11-16..2026-11-17'],
  ['dinsdag 3 maart', '2026-03-03'],
  ['dinsdag, 3 maart', '2026-03-03'],
  ['de zondag voor 25 oktober 2022', '2022-10-23', '2022-10-25'],
])('Dutch: %s', (text, ...ranges) => {
  expect(readRanges(text)).toEqual(ranges)
})

test.each(['volgende dinsdag', 'komend weekend', 'elke maandag', 'Wat hebben we hier besloten?'])('no past day in Dutch: %s', (text) => {
  expect(readRanges(text)).toEqual([])
})
