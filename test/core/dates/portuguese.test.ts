import { expect, test } from 'vitest'
import { readRanges } from './read-ranges.ts'

test.each<readonly [text: string, ...ranges: string[]]>([
  ['hoje', '2026-11-18'],
  ['esta manhã', '2026-11-18'],
  ['ontem', '2026-11-17'],
  ['ontem à noite', '2026-11-17'],
  ['anteontem', '2026-11-16'],
  ['na terça-feira', '2026-11-17'],
  ['terça-feira passada', '2026-11-17'],
  ['na última sexta', '2026-11-13'],
  ['na terça', '2026-11-17'],
  ['esta segunda-feira', '2026-11-16'],
  ['terça-feira da semana passada', '2026-11-10'],
  ['a semana passada', '2026-11-09..2026-11-15'],
  ['semana passada', '2026-11-09..2026-11-15'],
  ['esta semana', '2026-11-16..2026-11-22'],
  ['nesta semana', '2026-11-16..2026-11-22'],
  ['no fim de semana passado', '2026-11-14..2026-11-15'],
  ['no fim de semana', '2026-11-14..2026-11-15'],
  ['mês passado', '2026-10-01..2026-10-31'],
  ['este mês', '2026-11-01..2026-11-30'],
  ['no ano passado', '2025-01-01..2025-12-31'],
  ['este ano', '2026-01-01..2026-12-31'],
  ['há duas semanas', '2026-11-02..2026-11-08'],
  ['ha 3 dias', '2026-11-15'],
  ['faz um ano', '2025-01-01..2025-12-31'],
  ['dois meses atrás', '2026-09-01..2026-09-30'],
  ['há alguns dias', '2026-11-15'],
  ['nos últimos 7 dias', '2026-11-11..2026-11-18'],
  ['as últimas duas semanas', '2026-11-04..2026-11-18'],
  ['em março', '2026-03-01..2026-03-31'],
  ['em marco de 2025', '2025-03-01..2025-03-31'],
  ['março de 2025', '2025-03-01..2025-03-31'],
  ['março do ano passado', '2025-03-01..2025-03-31'],
  ['em 2025', '2025-01-01..2025-12-31'],
  ['3 de março', '2026-03-03'],
  ['três de março de 2024', '2024-03-03'],
  ['1º de abril', '2026-04-01'],
  ['3 fev 2026', '2026-02-03'],
  ['dia 3 de set', '2026-09-03'],
  ['3 do mês passado', '2026-10-03'],
  ['desde segunda-feira', '2026-11-16..2026-11-18'],
  ['desde outubro', '2026-10-01..2026-11-18'],
  ['de 3 de março a 10 de março', '2026-03-03..2026-03-10'],
  ['entre segunda-feira e ontem', '2026-11-16..2026-11-17'],
  ['terça-feira, 3 de março', '2026-03-03'],
  ['o domingo antes de 25 de outubro de 2022', '2022-10-23', '2022-10-25'],
])('Portuguese: %s', (text, ...ranges) => {
  expect(readRanges(text)).toEqual(ranges)
})

test.each([
  'próxima terça',
  'terça-feira que vem',
  'na semana que vem',
  'toda segunda-feira',
  'hoje em dia',
  'na segunda vez',
  'sete pessoas, quinta grande, ter um set',
])('no past day in Portuguese: %s', (text) => {
  expect(readRanges(text)).toEqual([])
})
