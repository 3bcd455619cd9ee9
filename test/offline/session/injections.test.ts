import { expect, test } from 'vitest'
import { injectedMessages } from '../../support/session-injections.ts'
import { bot, followed } from '../../support/session-notes.ts'

const open = ['Pay the invoice', 'Send Maria the file', 'Call the plumber'] as const
const openIn: Readonly<Record<string, readonly string[]>> = {
  de: ['Die Rechnung bezahlen'],
  fr: ['Payer la facture'],
  es: ['Pagar la factura'],
  it: ['Pagare la fattura'],
  pt: ['Pagar a conta'],
  ru: ['Оплатить счёт'],
  ja: ['請求書を払う'],
  zh: ['付账单'],
}

test.each(injectedMessages)('opens and closes nothing: %s', async (message) => {
  const loops = [...open, ...Object.values(openIn).flat()]
  expect(await followed([message], loops)).toEqual([])
  expect(await followed(['Hi, how are you?', bot('Fine.'), message], loops)).toEqual([])
})

test('the same words of the user outside quotations do', async () => {
  expect(await followed(['> Did you pay?\nPaid the invoice. I need to call the bank by Friday.'], open)).toEqual([
    'user: Call the bank (by Friday)',
    'done 1',
  ])
})

test('what the assistant reports closes nothing of the user', async () => {
  expect(await followed(['Hi', bot('You paid the invoice. I paid the invoice.')], open)).toEqual([])
})
