import { describe, expect, test } from 'vitest'
import { bot, bulletsOf, type Said, summaryOf, under } from '../../support/offline-summary.ts'

const openLoopsOf = async (said: readonly Said[]) => under(await summaryOf(said), 'Open loops')

describe('a proposal of the assistant that nobody answered', () => {
  const proposal = bot('He is late. Shall I draft the letter to the landlord?')
  const kept = 'Unanswered: Shall I draft the letter to the landlord? [#2]'

  test('is kept at the end of the day, and when the subject changed', async () => {
    expect(await openLoopsOf(['The owner wrote again.', proposal])).toEqual([kept])
    expect(await openLoopsOf(['The owner wrote again.', proposal, 'How long do I boil eggs?', bot('Seven minutes.')])).toEqual([kept])
  })

  test.each(['yes please', 'no thanks', 'The letter can wait.'])('is not, when it was answered: %s', async (answer) => {
    expect(await openLoopsOf(['The owner wrote again.', proposal, answer, bot('Ok.')])).toEqual(['None'])
  })

  test('is not a closing formula', async () => {
    expect(await openLoopsOf(['The owner wrote again.', bot('That is late. Anything else?')])).toEqual(['None'])
    expect(await openLoopsOf(['The owner wrote again.', bot('Let me know if you need any help!')])).toEqual(['None'])
  })

  test('of two, is the one that was not answered', async () => {
    const said = ['The owner wrote again.', proposal, 'yes please', bot('Here it is. Shall I look up the rent index too?')]
    expect(await openLoopsOf(said)).toEqual(['Unanswered: Shall I look up the rent index too? [#4]'])
  })

  test('of three that were passed over, are the latest two, in order', async () => {
    const offers = ['Shall I draft the letter to the landlord?', 'Shall I look up the rent index?', 'Shall I compare both movers?']
    const said = offers.flatMap((offer, index) => [bot(offer), ['How long do I boil eggs?', 'Where is Peru?', 'Good night.'][index] ?? ''])
    expect(await openLoopsOf(['The owner wrote again.', ...said, bot('Sleep well.')])).toEqual([
      'Unanswered: Shall I look up the rent index? [#4]',
      'Unanswered: Shall I compare both movers? [#6]',
    ])
  })

  test('says what it is about', async () => {
    expect(await openLoopsOf(['I need hinges.', bot('I can make a shopping list with sizes. Want that?')])).toContain(
      'Unanswered: I can make a shopping list with sizes. Want that? [#2]',
    )
  })

  test('is dropped from the summary so far once it is answered, and kept if it is not', async () => {
    const soFar = await summaryOf(['The owner wrote again.', proposal])
    const answered = await summaryOf(['Yes, do that.', bot('Here it is.')], { soFar, firstId: 10 })
    expect(under(answered, 'Open loops')).toEqual(['None'])
    expect(under(answered, 'Decisions')).toEqual(['Shall I draft the letter to the landlord? – Yes, do that. [#2] [#10]'])
    const ignored = await summaryOf(['How long do I boil eggs?', bot('Seven minutes.')], { soFar, firstId: 10 })
    expect(under(ignored, 'Open loops')).toEqual([kept])
  })

  test.each([
    ['de', 'Der Vermieter schreibt.', 'Soll ich den Brief entwerfen?', 'Unbeantwortet: Soll ich den Brief entwerfen?'],
    ['fr', 'Le propriétaire écrit.', 'Veux-tu que je rédige la lettre ?', 'Sans réponse : Veux-tu que je rédige la lettre ?'],
    ['es', 'El casero escribe.', '¿Quieres que redacte la carta?', 'Sin responder: ¿Quieres que redacte la carta?'],
    ['it', 'Il padrone di casa scrive.', 'Vuoi che scriva la lettera?', 'Senza risposta: Vuoi che scriva la lettera?'],
    ['pt', 'O dono escreveu.', 'Quer que eu escreva a carta?', 'Sem resposta: Quer que eu escreva a carta?'],
    ['ru', 'Хозяин написал.', 'Хочешь, я составлю письмо хозяину?', 'Без ответа: Хочешь, я составлю письмо хозяину?'],
    ['ja', '大家さんから手紙が来ました。', '返事の手紙を書きましょうか？', '未回答：返事の手紙を書きましょうか？'],
    ['zh', '房东又来信了。', '要不要我帮你起草回信？', '未答复：要不要我帮你起草回信？'],
  ])('in the language of the user, %s', async (language, message, offer, bullet) => {
    expect(bulletsOf(await summaryOf([message, bot(offer)], { language }))).toEqual([`${bullet} [#2]`])
  })
})

describe('what is done by the end of the day is neither open nor a next step', () => {
  test.each([
    ['en', 'I still need to call the plumber.', 'I called the plumber.'],
    ['en', 'Tomorrow I will send the quote to Marek.', 'Quote sent!'],
    ['en', 'I still have to buy paint for the door.', 'Bought the paint for the door.'],
    ['en', 'The quote for the book is ready. I will send it to Perrine before lunch.', 'Quote sent!'],
    ['de', 'Ich muss noch den Klempner anrufen.', 'Habe den Klempner angerufen.'],
    ['de', 'Ich muss noch die Rechnung bezahlen.', 'Rechnung ist bezahlt.'],
    ['fr', 'Je dois encore appeler le plombier.', "J'ai appelé le plombier."],
    ['fr', 'Je dois envoyer le devis à Marek.', 'Devis envoyé !'],
    ['es', 'Tengo que llamar al fontanero.', 'Ya llamé al fontanero.'],
    ['it', "Devo ancora chiamare l'idraulico.", "Ho chiamato l'idraulico."],
    ['pt', 'Tenho que ligar para o encanador.', 'Já liguei para o encanador.'],
    ['ru', 'Надо позвонить сантехнику.', 'Позвонил сантехнику.'],
    ['ja', '銀行に電話しなければならない。', '銀行に電話しました。'],
    ['zh', '我还没给银行打电话。', '我给银行打电话了。'],
  ])('%s: %s %s', async (language, task, done) => {
    expect(bulletsOf(await summaryOf([task, bot('Ok.'), done, bot('Ok.')], { language }))).toEqual([])
    expect(bulletsOf(await summaryOf([task, bot('Ok.')], { language }))).toHaveLength(1)
  })

  test.each([
    ['en', 'I called Ann, done.'],
    ['de', 'Habe Ann angerufen.'],
    ['fr', "J'ai appelé Ann."],
    ['es', 'Ya llamé a Ann.'],
  ])('nor is what was never a task, %s: %s', async (language, sentence) => {
    expect(bulletsOf(await summaryOf([sentence, bot('Ok.')], { language }))).toEqual([])
  })

  test('another task with the same verb stays', async () => {
    const said = ['I still need to call the plumber.', bot('Ok.'), 'I called the dentist.', bot('Ok.')]
    expect(bulletsOf(await summaryOf(said))).toEqual(['I still need to call the plumber. [#1]'])
  })
})

test('what asks the assistant for help is answered, so it is not open', async () => {
  const said = [
    'I need to plan the move by 3 May, but I am not sure where to start, can you help me with that?',
    bot('Of course. Begin with the boxes.'),
  ]
  expect(bulletsOf(await summaryOf(said))).toEqual([])
})

test('an appointment is a next step, one in the past is not', async () => {
  const said = ['Vet: Monday at 9.', bot('Ok.'), 'Yesterday I was at the dentist at 9:30.', bot('Ok.')]
  expect(under(await summaryOf(said), 'Next steps')).toEqual(['Vet: Monday at 9. [#1]'])
})
