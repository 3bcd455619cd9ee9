import type { OfflineLanguage } from '../words.ts'
import type { QuestionFocus } from './question.ts'

export interface AnswerPhrases {
  /** BCP 47 tag, for formatting dates. */
  readonly locale: string
  readonly intro: Readonly<Record<QuestionFocus, string>>
  readonly between: (since: string, until: string) => string
  readonly otherDays: (period: string) => string
  readonly moreLines: (lines: number) => string
  readonly noResults: string
  readonly noResultsIn: (period: string) => string
  readonly searchFailed: string
  readonly noSearch: string
  readonly hello: string
  readonly abilities: string
  readonly welcome: string
  readonly noted: string
  readonly remembered: string
  readonly knownAlready: string
  readonly notRemembered: string
  /** Introduces memories. */
  readonly memoryIntro: string
  readonly noModel: string
  readonly stillNoModel: string
}

export const answerPhrases: Readonly<Record<OfflineLanguage, AnswerPhrases>> = {
  en: {
    locale: 'en-GB',
    intro: {
      decisions: 'These decisions are in our conversation:',
      open: 'This was left open:',
      goals: 'These goals came up:',
      summary: 'This is what our days were about:',
      anything: 'This is what I found in our conversation:',
    },
    between: (since, until) => (since === until ? since : `${since} to ${until}`),
    otherDays: (period) => `I found nothing for ${period}; this is from other days.`,
    moreLines: (lines) => `${lines} more ${lines === 1 ? 'line is' : 'lines are'} left out. Ask about a single day to see all of it.`,
    noResults: 'I found nothing about that in our conversation.',
    noResultsIn: (period) => `I found nothing about that in our conversation for ${period}.`,
    searchFailed: 'I could not search our conversation just now. Please ask again in a moment.',
    noSearch: 'I cannot look into our conversation here, so I cannot answer that.',
    hello: 'Hello!',
    abilities:
      'I keep one conversation with you and find what was said in it: ask “What did we decide last week?”, or type /find and a word. Each day gets a summary: /summary yesterday shows one. /help lists everything I can do.',
    welcome: 'You’re welcome.',
    noted: 'Noted. Ask me about it later and I will find it.',
    remembered: 'I will remember that.',
    knownAlready: 'I already know that.',
    notRemembered: 'I could not remember that just now. Please try again in a moment.',
    memoryIntro: 'This is what I know about you:',
    noModel: 'No language model is configured, so I only find and quote. For real answers, set OPENAI_API_KEY or start Ollama.',
    stillNoModel: 'Still no language model: I only find and quote.',
  },
  fr: {
    locale: 'fr',
    intro: {
      decisions: 'Voici les décisions que je trouve dans notre conversation :',
      open: 'Voici ce qui est resté en suspens :',
      goals: 'Voici les objectifs évoqués :',
      summary: 'Voici de quoi nos journées ont été faites :',
      anything: 'Voici ce que je trouve dans notre conversation :',
    },
    between: (since, until) => (since === until ? `le ${since}` : `la période du ${since} au ${until}`),
    otherDays: (period) => `Je n’ai rien trouvé pour ${period} ; ceci vient d’autres jours.`,
    moreLines: (lines) =>
      `${lines === 1 ? '1 autre ligne n’est pas montrée' : `${lines} autres lignes ne sont pas montrées`}. Demandez un seul jour pour tout voir.`,
    noResults: 'Je n’ai rien trouvé à ce sujet dans notre conversation.',
    noResultsIn: (period) => `Je n’ai rien trouvé à ce sujet dans notre conversation pour ${period}.`,
    searchFailed: 'Je n’ai pas pu chercher dans notre conversation. Merci de redemander dans un instant.',
    noSearch: 'Je ne peux pas consulter notre conversation ici, donc je ne peux pas répondre à cela.',
    hello: 'Bonjour !',
    abilities:
      'Je tiens une seule conversation avec vous et je retrouve ce qui s’y est dit : demandez « Qu’a-t-on décidé la semaine dernière ? », ou tapez /find et un mot. Chaque jour a son résumé : /summary yesterday en montre un, et /help tout ce que je sais faire.',
    welcome: 'Avec plaisir.',
    noted: 'C’est noté. Redemandez-le-moi plus tard et je le retrouverai.',
    remembered: 'C’est maintenant dans ma mémoire.',
    knownAlready: 'Je le sais déjà.',
    notRemembered: 'Je n’ai pas pu le retenir. Merci de réessayer dans un instant.',
    memoryIntro: 'Voici ce que je sais de vous :',
    noModel:
      'Aucun modèle de langage n’est configuré : je ne fais que retrouver et citer. Pour de vraies réponses, définissez OPENAI_API_KEY ou lancez Ollama.',
    stillNoModel: 'Toujours aucun modèle de langage : je ne fais que retrouver et citer.',
  },
  de: {
    locale: 'de',
    intro: {
      decisions: 'Diese Entscheidungen finde ich in unserem Gespräch:',
      open: 'Das blieb offen:',
      goals: 'Diese Ziele kamen vor:',
      summary: 'Darum ging es an unseren Tagen:',
      anything: 'Das finde ich in unserem Gespräch:',
    },
    between: (since, until) => (since === until ? since : `${since} bis ${until}`),
    otherDays: (period) => `Zu ${period} habe ich nichts gefunden; das hier ist von anderen Tagen.`,
    moreLines: (lines) =>
      `${lines === 1 ? 'Eine weitere Zeile fehlt' : `${lines} weitere Zeilen fehlen`} hier. Frag nach einem einzelnen Tag, um alles zu sehen.`,
    noResults: 'Dazu habe ich in unserem Gespräch nichts gefunden.',
    noResultsIn: (period) => `Dazu habe ich zu ${period} in unserem Gespräch nichts gefunden.`,
    searchFailed: 'Ich konnte unser Gespräch gerade nicht durchsuchen. Bitte gleich noch einmal fragen.',
    noSearch: 'Ich kann hier nicht in unser Gespräch sehen und deshalb nicht darauf antworten.',
    hello: 'Hallo!',
    abilities:
      'Ich führe ein einziges Gespräch mit dir und finde wieder, was darin gesagt wurde: frag „Was haben wir letzte Woche beschlossen?“ oder schreib /find und ein Wort. Jeder Tag bekommt eine Zusammenfassung: /summary yesterday zeigt eine, und /help alles, was ich kann.',
    welcome: 'Gern geschehen.',
    noted: 'Notiert. Frag mich später danach, dann finde ich es wieder.',
    remembered: 'Das habe ich mir jetzt gemerkt.',
    knownAlready: 'Das weiß ich schon.',
    notRemembered: 'Das konnte ich mir gerade nicht merken. Bitte gleich noch einmal versuchen.',
    memoryIntro: 'Das weiß ich über dich:',
    noModel:
      'Es ist kein Sprachmodell eingerichtet, deshalb suche und zitiere ich nur. Für richtige Antworten OPENAI_API_KEY setzen oder Ollama starten.',
    stillNoModel: 'Weiterhin kein Sprachmodell: ich suche und zitiere nur.',
  },
}
