// Text with the words of a conversation: a few of them everywhere, most of them hardly ever, and those of a day's topics together.

const everywhere =
  'the to and of a i in it is that you for my was we on with be have not but this are so do can as at me or if just what about like would from will there when they your all out one up know how had some time get has go an more been then now think no really see did were could also her she he them our really should too good here still because only much than any who maybe him'.split(
    ' ',
  )

const common =
  'day work home house week people thing year night morning money help start call plan talk friend car book kid school family water city meeting food move month train garden kitchen doctor price letter bridge dinner trip dog ticket budget office cook coffee weekend summer winter party phone paper story music movie game team project client report deadline email flight hotel beach mountain river road market shop store list photo picture door window floor table chair lamp bed bath roof wall paint color green blue red white black old new big small long short late early cheap expensive easy hard quick slow warm cold hot dry wet light heavy clean dirty happy sad tired sick better worse great nice pretty strange funny serious important possible wrong right sure different same next last first second birthday wedding holiday christmas present gift card bill rent loan tax bank account insurance contract lawyer landlord neighbor apartment sofa shelf tool screw hammer drill boiler heating pipe leak plumber electrician battery cable laptop screen keyboard password backup server error code version release test branch bug login database query index export import invoice receipt salary interview boss colleague student teacher exam course lesson language french german japanese spanish translate word sentence page chapter library museum concert ticket theatre violin piano guitar song band recipe bread butter cheese tomato onion garlic soup salad chicken fish rice pasta cake chocolate sugar salt pepper oven stove knife plate glass wine beer breakfast lunch restaurant reservation menu waiter tip bicycle tire helmet lock repair engine brake garage parking fine police passport visa airport luggage suitcase customs border ferry island harbour lighthouse forest trail tent backpack boots jacket scarf glove umbrella storm snow rain sun wind cloud weather spring autumn tree leaf flower rose seed soil bee bird cat horse cow sheep farm field fence gate path lantern candle fire smoke ash stone brick sand clay iron copper silver gold ring necklace watch clock alarm calendar appointment dentist tooth knee back shoulder headache fever medicine pharmacy vaccine hospital surgery nurse allergy sleep dream run swim yoga gym race marathon football tennis chess puzzle'.split(
    ' ',
  )

const names =
  'anna marta oskar beatrice felix ingrid tomas yuki pierre claire jonas hanna luca sofia emil clara viktor nadia omar leila'.split(' ')

const rare =
  'chrysanthemum seismograph marzipan abseiling cormorant dulcimer escarpment fennel gazebo harpsichord isotherm jacaranda kohlrabi limestone mezzanine nasturtium ocelot palimpsest quinoa rhododendron saxophone tarragon upholstery vermouth wisteria xylophone yurt zeppelin amphitheatre bassoon cardamom dovecote espalier fjord gooseberry hydrangea impasto juniper kimono lapwing'.split(
    ' ',
  )

const vocabularySize = 20_000

/** From the most common to the rarest word. */
const vocabulary: readonly string[] = (() => {
  const words = [...everywhere, ...common.flatMap((word, n) => (n % 12 === 5 ? [names[(n - 5) / 12] ?? [], word].flat() : [word]))]
  const known = new Set(words)
  // Those that a query asks for stand in between, the closer together the more common.
  const growth = (vocabularySize / 600) ** (1 / rare.length)
  let next = 0
  for (let n = 0; words.length < vocabularySize; n++) {
    const wanted = rare[next]
    if (wanted && words.length >= 600 * growth ** next) {
      words.push(wanted)
      next++
    }
    const word = madeUp(n)
    if (!known.has(word)) words.push(word)
  }
  return words
})()

/** A word of three syllables, another one for each number. */
function madeUp(number: number): string {
  const [consonants, vowels] = ['bdfgklmnprtvz', 'aeiou']
  const syllables = consonants.length * vowels.length
  let word = ''
  for (let rest = (number * 7_919) % syllables ** 3, n = 0; n < 3; n++, rest = Math.floor(rest / syllables))
    word += (consonants[rest % consonants.length] ?? '') + (vowels[Math.floor(rest / consonants.length) % vowels.length] ?? '')
  return word
}

/** The share of words that are of the day's topics. */
const topicShare = 0.15
const topicsOfDay = 12
/** What is said everywhere is no topic. */
const firstTopic = everywhere.length

export interface Writer {
  /** From here on the topics are others. */
  newDay(): void
  /** About so many words, rarely many more. */
  text(words: number): string
}

/** Writes the same again for the same seed. */
export function writerOf(seed: number): Writer {
  const random = randomOf(seed)
  // Zipf's law: the word of rank n is about n times as rare as the first.
  const rankFrom = (first: number) => Math.floor(first * Math.exp(random() * Math.log(vocabularySize / first)))
  const anyWord = () => vocabulary[rankFrom(1) - 1] ?? ''
  let topics: string[] = []
  const newDay = () => {
    topics = Array.from({ length: topicsOfDay }, () => vocabulary[rankFrom(firstTopic + 1) - 1] ?? '')
  }
  newDay()
  return {
    newDay,
    text(usual) {
      const length = 3 + Math.min(usual * 5, Math.floor(-Math.log(1 - random()) * (usual - 3)))
      let text = ''
      for (let n = 0; n < length; n++) text += ` ${random() < topicShare ? topics[Math.floor(random() * topicsOfDay)] : anyWord()}`
      return text.slice(1)
    },
  }
}

/** Numbers from 0 up to 1, by a multiply-and-shift generator with a state of 32 bits. */
function randomOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}
