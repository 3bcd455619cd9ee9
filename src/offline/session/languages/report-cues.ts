import type { CatalogueLanguage } from '../../../core/messages/messages.ts'

/** The cues by which one language tells that somebody gave their word, or that something came. All patterns match folded text. */
export interface ReportCues {
  /** What follows the name of somebody who answered. */
  readonly answered: RegExp
  /** What follows the name of somebody who said something, perhaps something else than what was asked. */
  readonly said: RegExp
  /** The beginning of a sentence up to the name of who was spoken to. */
  readonly talked: RegExp
  /** What ends the name of who answers, in languages that put the verb last. */
  readonly subjectEnd?: RegExp
  /** Something came, but perhaps not to the user. */
  readonly arrived: RegExp
  /** Something is with the user. */
  readonly here: RegExp
  /** What puts an answer off: "she will let me know", "not sure". */
  readonly deferred: RegExp
  /** What makes a report one that is only imagined or awaited, before the name. */
  readonly awaited: RegExp
}

const english: ReportCues = {
  answered:
    /\b(?:(?:has|have|had|just|already|finally|also|now|even) )*(?:answered|replied|responded|wrote back|written back|wrote (?:me|us)|called (?:me |us )?back|phoned back|texted back|texted (?:me|us)|emailed (?:me|us)|got back to (?:me|us)|confirmed)\b/,
  said: /\b(?:(?:has|have|had|just|already|finally|also|now|even) )*(?:says|say|said|told (?:me|us)|tells (?:me|us)|agrees|agreed)\b/,
  talked:
    /^(?:(?:i|we)(?:'ve| have|'d| had)? )?(?:(?:just|already|finally|also|now) )*(?:talked (?:to|with)|spoke (?:to|with)|spoken (?:to|with)|heard (?:back )?from|got hold of|reached|told|got an appointment (?:with|at)|have an appointment (?:with|at)) /,
  arrived:
    /\b(?:(?:has|have|just|already|finally) )*(?:came|come|arrived|been delivered|was delivered|were delivered)(?: (?:by|in the) (?:mail|post))?\b/,
  here: /\b(?:is|are)(?: (?:finally|already|now))? here\b|^(?:i|we)(?:'ve| have)?(?: (?:finally|already|now|just))?(?: (?:have|got|received|have got))(?= (?:the|my|our|that|this|it|them)\b)|^(?:just |finally )?(?:got|received)(?= (?:the|my|our|that|this)\b)/,
  deferred:
    /\b(?:(?:call|get|write|phone)s?(?: (?:me|us))? back|let (?:me|us) know|get in touch|tell (?:me|us)|(?:will|'ll|to) (?:answer|reply|check|ask|look|see|think)|(?:isn't|is not|not|wasn't) sure|(?:doesn't|does not|didn't|don't) (?:know|remember|say|answer)|needs? (?:more )?time|think about|thinking|later|tomorrow|voicemail|out of (?:the )?office|undecided|whether|maybe|has to (?:ask|check|look))\b/,
  awaited:
    /\b(?:if|when|once|until|till|unless|before|after|as soon as|hope|hoping|wait|waiting|wish|would|should|maybe|perhaps|suppose|imagine|probably|might|could|whether|wonder)\b/,
}

const german: ReportCues = {
  answered:
    /\b(?:antwortet|antwortete|(?:hat|haben) (?:(?:mir|uns|gerade|schon|endlich|eben|jetzt|heute|gestern|auch) )*(?:geantwortet|zuruckgerufen|zuruckgeschrieben|sich gemeldet|bestatigt|geschrieben)|hat sich (?:(?:gerade|endlich|heute) )*gemeldet|schrieb zuruck|rief (?:mich )?zuruck|bestatigt|bestatigte)\b/,
  said: /\b(?:sagt|sagte|meint|meinte|(?:hat|haben) (?:(?:mir|uns|gerade|schon|endlich|eben) )*(?:gesagt|gemeint|erzahlt|zugesagt|zugestimmt))\b/,
  talked:
    /^(?:(?:ich|wir) )?(?:hab|habe|haben)(?: (?:(?:ich|wir|gerade|schon|endlich|eben|jetzt|heute|gestern) ?)*)? ?(?:mit|von)(?= .*\b(?:gesprochen|geredet|telefoniert|gehort)\b) |^(?:gerade |endlich |eben )?mit (?=.*\b(?:gesprochen|geredet|telefoniert)\b)/,
  arrived:
    /\b(?:kam|kamen)(?: (?:heute|gestern|gerade|endlich))?(?: an)?\b|\b(?:ist|sind) (?:(?:heute|gestern|gerade|endlich|schon|mit der post) )*(?:gekommen|angekommen|eingetroffen)\b/,
  here: /\b(?:ist|sind) (?:(?:jetzt|endlich|schon) )*da\b|^(?:ich |wir )?(?:hab|habe|haben)(?: (?:jetzt|endlich|schon))?(?= (?:die|das|den|mein\p{L}*|unser\p{L}*) \S+(?: (?:bekommen|erhalten|jetzt|da))?$)/u,
  deferred:
    /\b(?:meldet sich|melden sich|ruft .*zuruck|rufen .*zuruck|gibt .*bescheid|geben .*bescheid|sagt .*bescheid|weiss .*nicht|weiß .*nicht|ist (?:sich )?(?:noch )?(?:nicht|un) ?sicher|uberlegt|spater|morgen|noch nicht|wird .*(?:antworten|fragen|prufen|sagen)|muss .*(?:fragen|prufen|nachsehen)|ob|vielleicht|anrufbeantworter)\b/,
  awaited: /\b(?:wenn|falls|sobald|bis|bevor|nachdem|hoffe|hoffentlich|warte|warten|ob|vielleicht|wurde|sollte|wahrscheinlich|dass)\b/,
}

const french: ReportCues = {
  answered:
    /(?<!\p{L})(?:(?:m'|nous )?(?:a|ont) (?:(?:enfin|deja|bien|vite|aussi) )*(?:repondu|rappele|confirme|ecrit)|repond|confirme)(?!\p{L})/u,
  said: /(?<!\p{L})(?:dit|disent|(?:m'|nous )?(?:a|ont) (?:(?:enfin|deja|bien|aussi) )*(?:dit|explique|raconte|accepte))(?!\p{L})/u,
  talked:
    /^(?:(?:j'ai|on a|nous avons) )(?:(?:enfin|deja|bien|aussi) )*(?:parle (?:a|avec|au|aux)|dit (?:a|au|aux)|eu|discute avec|vu|rendez-vous (?:avec|chez)) (?:l'|la )?|^(?:m'a|nous a) repondu /u,
  arrived: /(?<!\p{L})(?:est|sont)(?: (?:enfin|bien|deja))* (?:arrivee?s?|venue?s?)(?: (?:par la poste))?(?!\p{L})/u,
  here: /(?<!\p{L})(?:est|sont) (?:enfin )?la(?!\p{L})|^(?:j'ai|on a|nous avons)(?: (?:enfin|bien|deja))*(?: (?:recu|eu|obtenu))?(?= (?:le |la |les |l'|mon |ma |mes |notre |nos |cette |ce |cet ))/u,
  deferred:
    /(?<!\p{L})(?:rappelle|rappellera|rappelleront|rappeler|repondra|repondront|tient au courant|dira|diront|sait pas|n'est pas (?:sure?|certaine?)|pas encore|reflechit|plus tard|demain|va (?:demander|verifier|voir|repondre)|doit (?:demander|verifier)|si|peut-etre|repondeur)(?!\p{L})/u,
  awaited:
    /(?<!\p{L})(?:si|quand|des que|jusqu'a|avant|apres|j'espere|espere|attends|attend|lorsque|peut-etre|aurait|devrait|que)(?!\p{L})/u,
}

const spanish: ReportCues = {
  answered:
    /(?<!\p{L})(?:ya )?(?:(?:me|nos) )?(?:(?:ha|han) )?(?:ya )?(?:respondio|contesto|respondieron|contestaron|respondido|contestado|confirmo|confirmado|escribio|escrito|devolvio la llamada|llamo de vuelta)(?!\p{L})/u,
  said: /(?<!\p{L})(?:ya )?(?:(?:me|nos) )?(?:(?:ha|han) )?(?:dice|dicen|dijo|dijeron|dicho|acepto|aceptado)(?!\p{L})/u,
  talked:
    /^(?:ya |por fin )*(?:(?:he|hemos) )?(?:hable con|hablamos con|hablado con|le dije a|le he dicho a|tengo cita con|supe de) (?:el |la |mi )?/u,
  arrived: /(?<!\p{L})(?:(?:ya|por fin) )*(?:llego|llegaron|(?:ha|han) llegado)(?: por correo)?(?!\p{L})/u,
  here: /(?<!\p{L})(?:ya )?(?:esta|estan) aqui(?!\p{L})|^(?:ya |por fin )*(?:tengo|tenemos|recibi|he recibido|me dieron)(?= (?:el|la|los|las|mi|mis|ese|esa|este|esta) )/u,
  deferred:
    /(?<!\p{L})(?:(?:me|nos) (?:llamara|llamaran|llama|avisa|avisara|dira|diran|contestara)|respondera|contestara|no (?:lo )?sabe|no (?:esta|es) segur[oa]|todavia no|aun no|lo pensara|lo va a pensar|mas tarde|manana|va a (?:preguntar|mirar|responder)|tiene que (?:preguntar|mirar)|si(?! )|quizas?|tal vez|contestador)(?!\p{L})/u,
  awaited: /(?<!\p{L})(?:si|cuando|en cuanto|hasta|antes|despues|espero|ojala|esperando|quizas?|tal vez|que)(?!\p{L})/u,
}

const italian: ReportCues = {
  answered: /(?<!\p{L})(?:(?:mi|ci) )?(?:ha|hanno) (?:(?:finalmente|gia) )*(?:risposto|richiamato|confermato|scritto)(?!\p{L})/u,
  said: /(?<!\p{L})(?:dice|dicono|(?:(?:mi|ci) )?(?:ha|hanno) (?:gia )?(?:detto|accettato))(?!\p{L})/u,
  talked: /^(?:(?:ho|abbiamo) )(?:(?:finalmente|gia) )*(?:parlato con|detto a|sentito|appuntamento con) (?:il |la |l')?/u,
  arrived: /(?<!\p{L})(?:e|sono) (?:(?:finalmente|gia) )*arrivat[oaie](?!\p{L})/u,
  here: /(?<!\p{L})(?:e|sono) qui(?!\p{L})|^(?:ho|abbiamo)(?: (?:finalmente|gia))*(?: ricevuto)?(?= (?:il |la |i |le |l'|lo |gli ))/u,
  deferred:
    /(?<!\p{L})(?:richiama|richiamera|richiameranno|rispondera|risponderanno|mi fa(?:ra)? sapere|fara sapere|non (?:lo )?sa|non e sicur[oa]|non ancora|ci pensa|piu tardi|domani|deve (?:chiedere|controllare)|se|forse)(?!\p{L})/u,
  awaited: /(?<!\p{L})(?:se|quando|appena|finche|prima|dopo|spero|aspetto|forse|che)(?!\p{L})/u,
}

const portuguese: ReportCues = {
  answered: /(?<!\p{L})(?:ja )?(?:(?:me|nos) )?(?:respondeu|responderam|retornou|confirmou|confirmaram|escreveu|ligou de volta)(?!\p{L})/u,
  said: /(?<!\p{L})(?:ja )?(?:(?:me|nos) )?(?:disse|disseram|diz|falou que|aceitou)(?!\p{L})/u,
  talked: /^(?:ja |finalmente )*(?:falei com|falamos com|conversei com|disse a|disse ao) (?:o |a )?/u,
  arrived: /(?<!\p{L})(?:ja |finalmente )*(?:chegou|chegaram)(?: pelo correio)?(?!\p{L})/u,
  here: /(?<!\p{L})(?:esta|estao) aqui(?!\p{L})|^(?:ja )?(?:tenho|temos|recebi|recebemos)(?= (?:o|a|os|as|meu|minha) )/u,
  deferred:
    /(?<!\p{L})(?:(?:vai|vao) (?:me )?(?:ligar|responder|avisar|ver|perguntar|retornar)|respondera|nao sabe|nao tem certeza|ainda nao|vai pensar|mais tarde|amanha|tem que (?:perguntar|ver)|se|talvez)(?!\p{L})/u,
  awaited: /(?<!\p{L})(?:se|quando|assim que|ate|antes|depois|espero|tomara|talvez|que)(?!\p{L})/u,
}

const russian: ReportCues = {
  answered: /(?<!\p{L})(?:(?:мне|нам|уже|наконец) )*(?:ответил[аи]?|перезвонил[аи]?|подтвердил[аи]?|написал[аи]? (?:мне|нам))(?!\p{L})/u,
  said: /(?<!\p{L})(?:(?:мне|нам|уже|наконец) )*(?:сказал[аи]?|говорит|говорят|согласил(?:ся|ась|ись))(?!\p{L})/u,
  talked: /^(?:(?:я|мы|уже|наконец) )*(?:поговорил[аи]? с(?:о)?|сказал[аи]?|рассказал[аи]?) (?=\p{L})/u,
  arrived: /(?<!\p{L})(?:(?:уже|наконец) )*(?:пришл[аои]|пришел|приехал[аои]?)(?: по почте)?(?!\p{L})/u,
  here: /(?<!\p{L})(?:уже )?у (?:меня|нас)(?!\p{L})|^(?:я |мы )?(?:уже |наконец )?получил[аи]?(?= )/u,
  deferred:
    /(?<!\p{L})(?:перезвонит|перезвонят|ответит|ответят|сообщит|сообщат|скажет|не знает|не уверен[а]?|еще не|подумает|позже|завтра|должн[аы] (?:спросить|узнать)|если|может)(?!\p{L})/u,
  awaited: /(?<!\p{L})(?:если|когда|как только|пока|до|после|надеюсь|жду|может|чтобы|бы)(?!\p{L})/u,
}

const chinese: ReportCues = {
  answered: /(?:已经|终于)?(?:回复了|回复说|答复了|答复说|回信了|回电话了|回电了|给我回了|确认了|回答了|回答说)/u,
  said: /(?:已经)?(?:说|告诉(?:我|我们))(?!不定)/u,
  talked: /^(?:我|我们)?(?:已经|刚刚?|终于)?(?:跟|和)(?=[^，。]{1,8}(?:谈过|聊过|说过|谈了|聊了|说了))/u,
  arrived: /(?:已经|终于)?(?:到了|寄到了|送到了|寄来了|来了)/u,
  here: /(?:拿到了|收到了|在我这(?:里|儿)?了?)/u,
  deferred: /会(?:再)?(?:回复|答复|告诉|联系|回电)|再(?:说|联系|回复)|明天|不知道|不确定|考虑|还没|要问|如果|可能|也许|稍后|晚点/u,
  awaited: /如果|要是|等|希望|当|的时候|之前|可能|也许|一旦/u,
}

const japanese: ReportCues = {
  answered:
    /(?:返事|回答|返信|連絡|電話)が(?:来た|来ました|きた|きました|あった|ありました)|返信して(?:くれた|くれました|きた)|答えた|答えました|答えてくれ(?:た|ました)|確認してくれ(?:た|ました)/u,
  said: /と(?:言った|言いました|言っていた|言っていました|言ってた|言われた|言われました|のこと)/u,
  talked: /^(?=[^、。]{1,10}と(?:話した|話しました|相談した|相談しました))/u,
  subjectEnd: /から|は|が|に|によると|と(?=話|相談)/u,
  arrived: /(?:が|は)?(?:届いた|届きました|着いた|着きました)/u,
  here: /(?:を)?(?:受け取った|受け取りました|もらった|もらいました)|(?:が)?手元に(?:ある|あります)/u,
  deferred: /また(?:連絡|電話)|後で|あとで|明日|わからない|分からない|わかりません|考え|まだ|折り返|連絡する|返事する|確認する|聞いてみ/u,
  awaited: /たら|れば|もし|まで|てから|といい|待っ|かもしれ/u,
}

export const reportCuesByLanguage: Readonly<Record<CatalogueLanguage, ReportCues>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  ru: russian,
  zh: chinese,
  ja: japanese,
}
