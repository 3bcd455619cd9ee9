import { describe, expect, test } from 'vitest'
import { bot, bulletsOf, summaryOf, under } from '../../support/offline-summary.ts'

describe('a pronoun becomes the thing or the person that it stands for', () => {
  test.each([
    ['en', 'My passport runs out in March. I need to renew it before the trip.', 'I need to renew my passport before the trip.'],
    ['en', 'Perrine wants the contract. I will send it to her tomorrow.', 'I will send the contract to Perrine tomorrow.'],
    ['en', 'The boiler is broken again. I still need to call the plumber about it.', 'I still need to call the plumber about the boiler.'],
    ['en', 'My sister arrives on Friday. I have to pick her up at noon.', 'I have to pick my sister up at noon.'],
    ['de', 'Mein Reisepass läuft im März ab. Ich muss ihn noch erneuern.', 'Ich muss den Reisepass noch erneuern.'],
    ['de', 'Meine Schwester kommt am Freitag an. Ich muss sie noch abholen.', 'Ich muss meine Schwester noch abholen.'],
    ['fr', 'Mon passeport expire en mars. Je dois le renouveler avant le voyage.', 'Je dois renouveler mon passeport avant le voyage.'],
    ['fr', 'La facture est arrivée ce matin. Je dois la payer avant le dix.', 'Je dois payer la facture avant le dix.'],
    ['es', 'Mi pasaporte caduca en marzo. Tengo que renovarlo antes del viaje.', 'Tengo que renovar mi pasaporte antes del viaje.'],
    ['es', 'Lucía quiere el contrato firmado. Tengo que llamarla esta noche.', 'Tengo que llamar a Lucía esta noche.'],
    ['it', 'Il mio passaporto scade a marzo. Devo rinnovarlo prima del viaggio.', 'Devo rinnovare il mio passaporto prima del viaggio.'],
    ['it', 'Giulia vuole il contratto firmato. Devo chiamarla stasera.', 'Devo chiamare Giulia stasera.'],
    ['pt', 'O meu passaporte vence em março. Preciso renová-lo antes da viagem.', 'Preciso renovar o meu passaporte antes da viagem.'],
    ['pt', 'Ana quer o contrato assinado. Preciso falar com ela hoje à noite.', 'Preciso falar com Ana hoje à noite.'],
    ['ru', 'Мой паспорт заканчивается в марте. Надо его продлить до поездки.', 'Надо его (мой паспорт) продлить до поездки.'],
    ['ja', 'パスポートが三月に切れます。それを更新しなければならない。', 'パスポートを更新しなければならない。'],
    ['zh', '我的护照三月到期。我得更新它。', '我得更新护照。'],
    ['zh', '王老师想看看合同。我明天要给她打电话。', '我明天要给王老师打电话。'],
  ])('%s: %s', async (language, message, bullet) => {
    expect(bulletsOf(await summaryOf([message, bot('Ok.')], { language }))).toContain(`${bullet} [#1]`)
  })

  test('across messages, and he is the one who was called he before', async () => {
    const markdown = await summaryOf([
      'The carpenter Hakan came by. He wants 1,840 euros for the fence.',
      bot('Noted.'),
      'Priya from number 12 offered larch for 95 a metre.',
      bot('Larch lasts longer than spruce.'),
      'OK, we go with him. Start is on 9 November, gate code 4471.',
    ])
    expect(under(markdown, 'Decisions')).toEqual([
      'We go with Hakan. Start is on 9 November, gate code 4471. (Hakan wants 1,840 euros for the fence) [#5] [#1]',
    ])
  })
})

describe('and stays where it is not clear', () => {
  test('between two things, with the sentence that names them', async () => {
    const markdown = await summaryOf(['The printer and the scanner broke yesterday. I have to return it on Monday.', bot('Ok.')])
    expect(bulletsOf(markdown)).toEqual(['The printer and the scanner broke yesterday. I have to return it on Monday. [#1]'])
  })

  test.each([
    'I need to know whether it is going to rain.',
    'When the sofa arrives, I have to photograph it.',
    'I have to ask Jonas whether he has a ladder.',
    'I have to make it before noon.',
  ])('or where it stands for nothing else: %s', async (sentence) => {
    const markdown = await summaryOf(['The kitchen needs a lamp.', bot('Ok.'), sentence, bot('Ok.')])
    expect(bulletsOf(markdown)).toContain(`${sentence} [#3]`)
  })

  test('nobody is taken for somebody who is only addressed, nor for a place', async () => {
    const markdown = await summaryOf([
      'Hey Sam, thanks!',
      bot('Sure.'),
      'We fly to Lisbon in May, Sam!',
      bot('Nice.'),
      'I have to call her about the tickets.',
      bot('Ok.'),
    ])
    expect(bulletsOf(markdown)).toEqual(['I have to call her about the tickets. [#5]'])
  })
})
