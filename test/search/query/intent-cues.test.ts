import { describe, expect, it } from 'vitest'
import {
  asksAboutPast,
  asksForAmount,
  asksForDecisions,
  asksForSeveral,
  asksForTime,
  isAboutSpeaker,
  isQuestion,
  isWorthSearching,
  mentionsAmount,
  mentionsTime,
  soundsLikeDecision,
} from '../../../src/search/query/intent-cues.ts'
import { askedAndStated } from '../../support/questions.ts'

describe.each(Object.entries(askedAndStated))('in %s', (_, { questions, statements }) => {
  it.each(questions)('a question: %s', (text) => expect(isQuestion(text)).toBe(true))
  it.each(statements)('a statement: %s', (text) => expect(isQuestion(text)).toBe(false))
})

const cues = {
  asksAboutPast,
  asksForDecisions,
  soundsLikeDecision,
  isAboutSpeaker,
  asksForSeveral,
  asksForTime,
  mentionsTime,
  asksForAmount,
  mentionsAmount,
}

describe.each([
  ['asksAboutPast', 'qué decidimos la semana pasada', 'qué libro me recomiendas'],
  ['asksAboutPast', 'cosa abbiamo deciso ieri', 'quale libro mi consigli'],
  ['asksAboutPast', 'o que decidimos ontem', 'qual livro você recomenda'],
  ['asksAboutPast', 'что мы решили вчера', 'какую книгу почитать'],
  ['asksAboutPast', 'ماذا قررنا أمس', 'كم الساعة'],
  ['asksAboutPast', '我们昨天决定了什么', '哪本书好看'],
  ['asksAboutPast', '昨日何を話した', 'どの本がいいですか'],
  ['asksForDecisions', '¿Qué decisiones tomamos?', '¿Qué compramos?'],
  ['asksForDecisions', 'какие решения мы приняли', 'что мы купили'],
  ['asksForDecisions', '我们决定了什么', '我们买了什么'],
  ['soundsLikeDecision', 'Al final nos quedamos con el piso.', 'El piso es pequeño.'],
  ['soundsLikeDecision', 'Alla fine abbiamo scelto la casa.', 'La casa è piccola.'],
  ['soundsLikeDecision', 'Combinado, vamos de trem.', 'O trem atrasou.'],
  ['soundsLikeDecision', 'Мы остановились на квартире.', 'Квартира маленькая.'],
  ['soundsLikeDecision', 'اتفقنا على الشقة.', 'الشقة صغيرة.'],
  ['soundsLikeDecision', '我们决定买这套房子。', '这套房子很小。'],
  ['soundsLikeDecision', 'この家にしました。', 'この家は小さい。'],
  ['isAboutSpeaker', '¿Dónde compré mi abrigo?', '¿Qué me recomendaste?'],
  ['isAboutSpeaker', 'Dove ho comprato il cappotto?', 'Cosa mi hai consigliato?'],
  ['isAboutSpeaker', 'Onde comprei meu casaco?', 'O que você me recomendou?'],
  ['isAboutSpeaker', 'Где я купил пальто?', 'Что ты мне посоветовал?'],
  ['isAboutSpeaker', '我在哪里买的大衣？', '你给我推荐了什么？'],
  ['isAboutSpeaker', 'Which US state was I in?', 'Which rules of the EU apply?'],
  ['isAboutSpeaker', 'Ayer visitamos el museo', 'Los últimos trenes y los mínimos retrasos'],
  ['isAboutSpeaker', 'Allí vivimos diez años', 'Sus primos pesan cien gramos más'],
  ['isAboutSpeaker', 'Ontem visitamos o museu', 'Os últimos trens e os mínimos atrasos'],
  ['isAboutSpeaker', 'Lá vivíamos bem', 'Os próximos e os primos chegam'],
  ['isAboutSpeaker', 'Ieri visitiamo il museo', 'Gli ultimi treni in ritardo'],
  ['isAboutSpeaker', 'زرنا بيتنا القديم', 'يصل القطار أحيانا متأخرا'],
  ['isAboutSpeaker', 'هذا مكاننا', 'الدخول مجانا أحياناً'],
  ['isAboutSpeaker', 'Наша квартира', 'Он нашёл ключ, а они нашли карту'],
  ['isAboutSpeaker', 'Das ist meine Wohnung', 'Die Meinung der Leute, meint Anna'],
  ['asksForSeveral', 'cuáles museos visitamos', 'qué museo visitamos'],
  ['asksForSeveral', 'какие музеи мы видели', 'какой музей мы видели'],
  ['asksForSeveral', '我们去了哪些博物馆', '我们去了哪个博物馆'],
  ['asksForSeveral', 'summarize our trips', 'where is my resume'],
  ['asksForTime', 'desde cuándo vivimos aquí', 'dónde vivimos'],
  ['asksForTime', 'a che ora parte il treno', 'da dove parte il treno'],
  ['asksForTime', 'когда уходит поезд', 'куда идёт поезд'],
  ['asksForTime', 'متى يغادر القطار', 'أين القطار'],
  ['asksForTime', '火车几点开', '火车去哪里'],
  ['asksForTime', '電車は何時に出ますか', '電車はどこへ行きますか'],
  ['mentionsTime', 'Vienen el martes', 'Vienen en tren'],
  ['mentionsTime', 'Arrivano martedì', 'Arrivano in treno'],
  ['mentionsTime', 'Они приедут во вторник', 'Они приедут поездом'],
  ['mentionsTime', 'سيصلون يوم الثلاثاء', 'سيصلون بالقطار'],
  ['mentionsTime', '他们周二到', '他们坐火车'],
  ['mentionsTime', '火曜日に着きます', '電車で着きます'],
  ['mentionsTime', 'They arrive on Tuesday.', 'They arrive by train, not by car.'],
  ['asksForAmount', 'what do we pay per piece', 'what do we paint next'],
  ['asksForAmount', 'how many dogs has Ann', 'how long does it take'],
  ['asksForAmount', 'combien coûte la salle', 'combien de temps faut-il'],
  ['asksForAmount', 'wie hoch war die Miete', 'wie lange dauert es'],
  ['asksForAmount', 'cuánto cuesta el piso', 'cuánto tiempo tarda'],
  ['asksForAmount', 'quanto costa la sala', 'quanto tempo ci vuole'],
  ['asksForAmount', 'quantos convidados vêm', 'quanto tempo demora'],
  ['asksForAmount', 'сколько стоит зал', 'сколько времени займёт'],
  ['asksForAmount', 'كم ثمن القاعة', 'كم من الوقت يستغرق'],
  ['asksForAmount', '房租多少', '房子在哪里'],
  ['asksForAmount', '家賃はいくら', '家はどこ'],
  ['mentionsAmount', "It's 3.85 euros a housing", 'See you at 9:30 on 12/05'],
  ['mentionsAmount', 'La salle coûte 1 200 €', 'Nous étions là en 2024'],
  ['mentionsAmount', 'Sie hat zwei Hunde', 'Wir treffen uns um 9 Uhr'],
  ['mentionsAmount', 'Il y a 40 invités', 'On se voit à 9 h'],
  ['mentionsAmount', '有三个人', '三月见'],
  ['mentionsAmount', '五人来ます', '9時に会いましょう'],
] as const)('%s', (cue, matching, other) => {
  it(`matches ${matching}`, () => expect(cues[cue](matching)).toBe(true))
  it(`does not match ${other}`, () => expect(cues[cue](other)).toBe(false))
})

/** Agreement, and lines of everyday life, by language. */
const everyday = {
  en: [
    ['Yes please', 'sure, thanks', 'sounds good to me', 'of course, go ahead'],
    ['We went with the kids', 'I often go with the bus', 'I am going with my sister'],
  ],
  de: [
    ['Ja, gerne', 'ja bitte', 'sehr gerne, danke', 'klar, machen wir so'],
    ['Ich nehme den Schirm mit', 'Wir nehmen oft den Zug', 'Ich bleibe bei Oma'],
  ],
  fr: [
    ['oui merci', 'oui, avec plaisir', "d'accord, ça marche", 'volontiers'],
    ['Je prends mon parapluie', 'On prend souvent le train', 'Ça va pour toi', 'On garde les enfants'],
  ],
  es: [
    ['sí por favor', 'vale, gracias', 'claro que sí', 'de acuerdo'],
    ['Me quedo con la duda', 'Siempre vamos con el tren', 'Vamos con prisa', 'Me quedo con mis padres'],
  ],
  it: [
    ['sì grazie', "d'accordo", 'certo, volentieri', 'va benissimo'],
    ['Prendiamo il treno spesso', 'Andiamo per funghi', 'Prendiamo il sole'],
  ],
  pt: [
    ['sim, obrigado', 'sim por favor', 'com certeza', 'claro, pode ser'],
    ['Fico com a dúvida', 'Vamos de carro todo dia', 'Vamos com calma', 'Fico com fome'],
  ],
  ru: [
    ['да, спасибо', 'да, конечно', 'давай, с удовольствием', 'хорошо, договорились'],
    ['Я беру зонт', 'Мы обычно берём эту дорогу', 'Берём еду с собой'],
  ],
  ar: [
    ['نعم شكرا', 'نعم شكراً', 'بالتأكيد، شكرا', 'موافق'],
    ['سآخذ المظلة', 'وقعت في الشارع', 'سنأخذ استراحة'],
  ],
  zh: [
    ['好的谢谢', '可以，谢谢你', '没问题', '好啊'],
    ['就去看看', '我下班就去买菜', '我们就去散步'],
  ],
  ja: [
    ['はい、お願いします', 'はいお願いします', 'ぜひお願いします', 'いいですね'],
    ['楽しみにします', '静かにします', 'いつもカレーにします', '参考にします'],
  ],
  nl: [['ja graag', 'nee, dank je wel', 'prima, bedankt'], []],
} as const

describe.each(Object.entries(everyday))('in %s', (_, [agreements, lines]) => {
  it.each(agreements)('agreement is not searched for: %s', (text) => expect(isWorthSearching(text)).toBe(false))
  it.each(lines)('no decision: %s', (text) => expect(soundsLikeDecision(text)).toBe(false))
})

it.each([
  "Let's go with the blue one",
  'Wir nehmen die blaue Wohnung',
  'On prend la bleue',
  'Me quedo con el azul',
  'Vamos con el hotel del centro',
  'Prendiamo la casa blu',
  'Ficamos com o azul',
  'Vamos de trem',
  'Берём эту квартиру',
  'Тогда берём квартиру на Садовой',
  'سنأخذ الشقة',
  '那就去北京吧',
  '我们就选这个',
  'カレーにしましょう',
])('a decision: %s', (text) => expect(soundsLikeDecision(text)).toBe(true))

it.each([
  'Ja, gerne ein Tisch am Fenster',
  '好的谢谢，护照在哪里',
  'はい、鍵をお願いします',
  'oui merci pour le train',
  'sí, el tren',
  'да, поезд',
])('what follows agreement is searched for: %s', (text) => expect(isWorthSearching(text)).toBe(true))
