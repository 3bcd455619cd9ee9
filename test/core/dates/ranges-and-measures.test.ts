import { expect, test } from 'vitest'
import { readRanges } from './read-ranges.ts'

test.each([
  'Turn left in 2000 meters.',
  'The path ends in 1900 m.',
  'En 2000 metros gira a la derecha.',
  'Tourne à droite en 2000 mètres.',
  'The list has 300 words in 2000 words of text.',
  'Plácido Domingo canta en Santo Domingo.',
  'Plácido Domingo é um cantor.',
  'Was muss ich bis Freitag erledigen?',
  'Bis spätestens Montag ist das fertig.',
  'I need it by Friday.',
  'Il me le faut d’ici vendredi.',
  'Lo necesito para el viernes.',
  'Mi serve entro venerdì.',
])('no past day: %s', (text) => {
  expect(readRanges(text)).toEqual([])
})

test.each([
  ['What did we do in 2000?', '2000-01-01..2000-12-31'],
  ['In 2000 Mary moved.', '2000-01-01..2000-12-31'],
  ['Von Montag bis Dienstag war ich krank', '2026-11-16..2026-11-17'],
  ['from March to May 2025', '2025-03-01..2025-05-31'],
  ['What happened between March and May?', '2026-03-01..2026-05-31'],
  ['from November to January 2025', '2024-11-01..2025-01-31'],
  ['from March 2024 to May 2025', '2024-03-01..2025-05-31'],
  ['von März bis Mai 2025', '2025-03-01..2025-05-31'],
  ['de mars à mai 2025', '2025-03-01..2025-05-31'],
  ['de marzo a mayo de 2025', '2025-03-01..2025-05-31'],
  ['da marzo a maggio 2025', '2025-03-01..2025-05-31'],
  ['de março a maio de 2025', '2025-03-01..2025-05-31'],
  ['van maart tot mei 2025', '2025-03-01..2025-05-31'],
  ['с марта по май 2025', '2025-03-01..2025-05-31'],
  ['2025年3月から5月', '2025-03-01..2025-05-31'],
  ['2025年3月到5月', '2025-03-01..2025-05-31'],
  ['letzte Nacht', '2026-11-17..2026-11-18'],
  ['la nuit dernière', '2026-11-17..2026-11-18'],
  ['прошлой ночью', '2026-11-17..2026-11-18'],
])('%s means %s', (text, range) => {
  expect(readRanges(text)).toEqual([range])
})
