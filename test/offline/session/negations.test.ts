import { describe, expect, test } from 'vitest'
import { followed } from '../../support/session-notes.ts'

/** Sentences about three open loops: to send a contract, to call the bank, and to pay an invoice. */
interface ClosingCases {
  readonly loops: readonly string[]
  /** What must close nothing and open nothing. */
  readonly open: readonly string[]
  /** What closes a loop, and how. */
  readonly closed: Readonly<Record<string, string>>
}

const cases: Readonly<Record<string, ClosingCases>> = {
  en: {
    loops: ['Send Maria the contract', 'Call the bank', 'Pay the invoice'],
    open: [
      "I haven't sent Maria the contract yet",
      "I couldn't call the bank anymore today",
      'I forgot to pay the invoice',
      "Don't forget about the invoice",
      'I thought I sent Maria the contract',
      'Supposedly I paid the invoice',
      'I doubt I paid the invoice',
    ],
    closed: {
      'I sent Maria the contract': 'done 1',
      'Called the bank this morning': 'done 2',
      "I don't have to pay the invoice anymore": 'dropped 3',
      'Forget about the invoice': 'dropped 3',
    },
  },
  de: {
    loops: ['Maria den Vertrag schicken', 'Die Bank anrufen', 'Die Rechnung bezahlen'],
    open: [
      'Ich habe Maria den Vertrag noch nicht geschickt',
      'Die Bank konnte ich heute nicht mehr anrufen',
      'Ich bin nicht dazu gekommen, die Rechnung zu bezahlen',
      'Vergiss nicht die Rechnung zu bezahlen',
      'Ich finde die Rechnung nicht mehr',
      'Angeblich ist die Rechnung bezahlt',
    ],
    closed: {
      'Ich habe Maria den Vertrag geschickt': 'done 1',
      'Die Bank hab ich heute früh angerufen': 'done 2',
      'Die Rechnung muss ich nicht mehr bezahlen': 'dropped 3',
      'Vergiss die Rechnung': 'dropped 3',
    },
  },
  fr: {
    loops: ['Envoyer le contrat à Maria', 'Appeler la banque', 'Payer la facture'],
    open: [
      "Je n'ai pas encore envoyé le contrat à Maria",
      "J'ai toujours pas appelé la banque",
      "J'ai oublié de payer la facture",
      "N'oublie pas de payer la facture",
      "J'oublie toujours d'appeler la banque",
      'Une fois la facture payée, je te dis',
      'Je croyais avoir envoyé le contrat à Maria',
    ],
    closed: {
      "J'ai envoyé le contrat à Maria": 'done 1',
      "J'ai appelé la banque ce matin": 'done 2',
      'La facture est payée': 'done 3',
      'Du coup oublie la facture': 'dropped 3',
    },
  },
  es: {
    loops: ['Enviar el contrato a María', 'Llamar al banco', 'Pagar la factura'],
    open: [
      'Todavía no he enviado el contrato a María',
      'Tampoco llamé al banco',
      'Siempre se me olvida pagar la factura',
      'No te olvides de llamar al banco',
      'Creía que había enviado el contrato a María',
      'Una vez pagada la factura te aviso',
    ],
    closed: {
      'Ya envié el contrato a María': 'done 1',
      'Llamé al banco esta mañana': 'done 2',
      'La factura está pagada': 'done 3',
      'Ya no hace falta llamar al banco': 'dropped 2',
      'Olvida la factura': 'dropped 3',
    },
  },
  it: {
    loops: ['Mandare il contratto a Maria', 'Chiamare la banca', 'Pagare la bolletta'],
    open: [
      'Non ho ancora mandato il contratto a Maria',
      'Neanche la banca ho chiamato',
      'Mi sono dimenticata di pagare la bolletta',
      'Marco dimentica sempre la bolletta',
      'Credevo di aver mandato il contratto a Maria',
      'Una volta pagata la bolletta ti dico',
    ],
    closed: {
      'Ho mandato il contratto a Maria': 'done 1',
      'Ho chiamato la banca stamattina': 'done 2',
      'La bolletta è pagata': 'done 3',
      'Non devo più chiamare la banca': 'dropped 2',
      'Dimentica la bolletta': 'dropped 3',
    },
  },
  pt: {
    loops: ['Enviar o contrato para a Maria', 'Ligar para o banco', 'Pagar a fatura'],
    open: [
      'Ainda não enviei o contrato para a Maria',
      'Nem liguei para o banco',
      'Esqueci de pagar a fatura',
      'Não esquece de pagar a fatura',
      'Tomara que a fatura esteja paga',
      'Achei que tinha enviado o contrato para a Maria',
    ],
    closed: {
      'Já enviei o contrato para a Maria': 'done 1',
      'Liguei para o banco hoje cedo': 'done 2',
      'A fatura está paga': 'done 3',
      'Não preciso mais ligar para o banco': 'dropped 2',
      'Esquece a fatura': 'dropped 3',
    },
  },
  ru: {
    loops: ['Отправить Марии договор', 'Позвонить в банк', 'Оплатить счёт'],
    open: [
      'Я ещё не отправила Марии договор',
      'Так и не позвонил в банк',
      'Счёт до сих пор не оплачен',
      'Не забудь оплатить счёт',
      'Надеюсь, счёт оплачен',
      'Думал, что отправил Марии договор',
    ],
    closed: {
      'Я отправила Марии договор': 'done 1',
      'Позвонил в банк сегодня утром': 'done 2',
      'Счёт оплачен': 'done 3',
      'Забудь про счёт': 'dropped 3',
    },
  },
  zh: {
    loops: ['把合同发给玛丽亚', '给银行打电话', '付账单'],
    open: [
      '我还没把合同发给玛丽亚',
      '没来得及给银行打电话',
      '我试着给银行打电话了',
      '希望账单付了',
      '付了账单再告诉你',
      '我以为把合同发给玛丽亚了',
    ],
    closed: { 合同已经发给玛丽亚了: 'done 1', 今天早上给银行打了电话: 'done 2', 账单终于付清了: 'done 3', 不用付账单了: 'dropped 3' },
  },
  ja: {
    loops: ['マリアに契約書を送る', '銀行に電話する', '請求書を支払う'],
    open: [
      'マリアに契約書をまだ送っていません',
      '銀行に電話するつもりだった',
      '銀行に電話したかった',
      '銀行に電話しなきゃいけなかったのに',
      '請求書を払うのをすっかり忘れていた',
      '契約書をマリアに送った気がする',
    ],
    closed: {
      マリアに契約書を送りました: 'done 1',
      今朝銀行に電話した: 'done 2',
      請求書はもう払った: 'done 3',
      銀行に電話する必要はなくなった: 'dropped 2',
      請求書のことは忘れていいよ: 'dropped 3',
    },
  },
}

describe.each(Object.entries(cases))('%s', (language, { loops, open, closed }) => {
  test.each(open)('closes nothing: %s', async (said) => {
    expect(await followed([said], loops, language)).toEqual([])
  })

  test.each(Object.entries(closed))('closes: %s', async (said, closing) => {
    expect(await followed([said], loops, language)).toEqual([closing])
  })
})
