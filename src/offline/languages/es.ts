import type { LanguageCues } from './cues.ts'
import { thingPattern } from './thing-pattern.ts'

export const spanish: LanguageCues = {
  functionWords: `hola buenas gracias a al algo antes aqui aun ayer bien como con cual cuales cuando cuanto cuantos cuanta cuantas de del desde dia dias dijo
    dije donde el ella ellos en entre era es esa ese eso esta estaba estas este esto estos fue ha haber habia han has hasta hay he hemos hoy la las
    le les lo los mas me mes mi mis muy no nos nosotros nuestra nuestro nuestros o para pasada pasado pero por porque pues que quien se sea semana
    ser si sin sobre su sus tambien te tengo ti tiene todo todos tu tus un una unos unas y ya yo hablamos hablado paso busca encuentra
    muestra muestrame resume recuerdame dime sabes
    lunes martes miercoles jueves viernes sabado domingo`,
  fillers: /\b(gracias|finalmente|realmente|principales?|importantes?|tomamos|tomado|tomadas|hicimos|haz|hazme)\b/,
  lookUp: /^(busca|encuentra|muestrame|muestra|resume|resumeme|hazme un resumen|haz un resumen)\b/,
  sectionAlone:
    /^((las|los|nuestras|nuestros|mis|todas|todos|el) )*(decisiones|objetivos|proximos pasos|asuntos pendientes|pendientes|resumen)( (de|del|sobre|para|en|desde|esta|este|la semana|ayer|hoy)\b[^:]{0,80})?$/,
  focus: {
    decisions: /\b(decidi|decision|acordam|acordad|elegi)/,
    open: /\b(pendientes?\b|por hacer|falta por|queda por|proximos? pasos?|prometi)/,
    goals: /\b(objetivos?|metas?)\b/,
    summary: /\b(resum|que paso|hablamos|hablado|discutimos|comentamos)/,
  },
  greeting: /^(hola|buenas|buenos dias|buenas (tardes|noches)|que tal|como estas)$/,
  properties:
    /\b(precio|cuesta|cuestan|color|nombre|fecha|hora|numero|tamano|direccion|tipo|clase|cantidad|lugar|marca|edad|altura|anchura|longitud|peso|codigo|llama)\b/,
  quantities: /\b(cuanto|cuanta|cuantos|cuantas|cuando|que (hora|fecha|dia|precio)|cuesta|cuestan|precio|numero)\b/,
  abilities: /\b(que (puedes|sabes) hacer|quien eres|que eres|como funcionas?)\b/,
  thanks: /^(gracias|muchas gracias)\b/,
  remember: /^(?:recuerda|acuerdate(?: de)?|no olvides|anota|ten en cuenta)(?: que |: ?)(?!cuando\b|como\b|donde\b|quien\b)/,
  undecided:
    /\b(no|aun no|todavia no) (hemos|he|se ha) decidido|\b(tenemos|hay|tengo|deberiamos|debemos|habria) (que )?(decidir|elegir)\b|\bno (puedo|podemos|consigo) decidir\w*\b|\b(dudo|dudamos) entre\b/,
  decision:
    /\b(hemos|he|se ha) (ya |al final |finalmente )?(decidido|acordado|elegido|quedado en|optado|reservado|aceptado|rechazado|cancelado)\b|\b(decidimos|acordamos|elegimos|quedamos en|decidi|elegi)\b|^(decidido|acordado|queda decidido)\b|\b(nos quedamos|me quedo|vamos|iremos) con\b|\b(cojo|cogemos|tomamos|tomo) (el|la|los|las)\b|\bdecision:/,
  openLoop:
    /(?<!\b(cuando|si|que|lo que) )\b(tengo|tenemos) que\b|\bhay que\b|\b(falta|pendiente|pendientes)\b|\b(espero|esperando|esperamos) (a|la|el|una|respuesta)\b|\b(todavia|aun) no\b|\brecuerdame\b|\b(me|nos) (llaman|llama|contesta|contestan|avisa|avisan)\b/,
  nextStep: /\b(voy|vamos) a\b|\bproximos? pasos?\b|\b(manana|esta noche|la semana que viene|la proxima semana)\b/,
  goal: /\b(quiero|queremos|quisiera|me gustaria|nos gustaria)\b|\b(mi|nuestro|el) objetivo\b/,
  completion:
    /\b(hecho|listo|terminado|pagado|enviado|reservado|comprado|pague|envie|reserve|compre|llame|ya esta)\b|\b(he|hemos) (ya )?\p{L}+(ado|ido|cho|to)\b|\bya (lo |la |le )?\p{L}{3,}(e|i|amos|imos)\b/u,
  openings:
    'pues|bueno|vale|sí|si|entonces|y|pero|ok|ya(?! no)|ah|oye|mira|gracias|(?:genial|perfecto)(?=[,.!])|hola|buenos días|por cierto|claro|así que',

  conversation: {
    vague:
      /\b(suenos?|sonar|sonemos|sigamos|seguir adelante|sigue asi|no te rindas|no nos rindamos|animo|ya veremos|vamos a ver|a ver que|lo mejor que (pueda|podamos)|todo lo posible|te (aviso|cuento|mantengo)|hasta (luego|pronto)|nos vemos|lo (pensare|voy a pensar|pensamos)|todo (ira|saldra) bien|suerte|espero que (te|tu|todo|lo)|algo mas|no dudes|si necesitas|avisame|dime si|disfruta\w*|ganas de)\b/,
    hedges: /(?<!\p{L})(?:como que|la verdad es que)\s+/gu,
    praise:
      /\b(genial|estupendo|estupenda|perfecto|perfecta|gracias|felicidades|enhorabuena|maravilloso|maravillosa|precioso|preciosa|bonito|bonita|bien hecho|orgulloso|orgullosa|encanta|contento|contenta|feliz|que bien|que bueno|lo siento|excelente|de nada|util)\b/,
    agreement:
      /\b\p{L}+ (ha|han) (aceptado|confirmado|dicho que si)\b|\b(acepto|aceptaron|confirmo|confirmaron|dijo que si)\b|\b(esta|estan) de acuerdo\b/u,
    proposal:
      /\b(quieres que|quiere que|te gustaria|le gustaria)\b|^(entonces |quizas? )?(puedo|podria|propongo|sugiero|podemos|podriamos|puedes|podrias|que tal si|y si)\b|\b(puedo|podria)\b.*\?|\bpor que no\b|\bque te parece\b|\bte (preparo|redacto|escribo|lo|la|apunto|recuerdo|hago|busco|reservo)\b.*\?/,
    offer:
      /\b(quieres que|quiere que|te gustaria|le gustaria)\b|\b(puedo|podria)\b|\bte (preparo|redacto|escribo|lo|la|apunto|recuerdo|hago|busco|reservo)\b/,
    acceptance:
      /^(si|vale|ok|de acuerdo|claro|venga|adelante|hazlo|perfecto|buena idea|muy bien|por favor|por supuesto|exacto|genial|me parece bien|suena bien|hecho|trato hecho)\b/,
    refusal: /^(no|mejor no|ahora no|todavia no|dejalo|no hace falta|mas tarde|luego|no gracias)\b/,
    request:
      /\b(puedes|podrias|quieres|me puedes|me podrias)\b|\b(que (opinas|piensas|te parece|me recomiendas)|sabes si|crees que|tienes (alguna|algun|ideas|consejos))\b|\b(ayudame|dime|explicame|muestrame|dame|recomiendame)\b|\b(como|cuando|donde|cual|cuales|cuanto|por que|que) (debo|puedo|hago|deberia|es|son|tengo que)\b/,
    instruction: /^(siempre|nunca|a partir de ahora|de ahora en adelante|en el futuro|cada vez que|responde siempre)\b/,
    self: /\b(yo|nosotros|nosotras|me|mi|mis|nos|nuestro|nuestra|nuestros|nuestras|\p{L}+amos|\p{L}+emos|\p{L}+imos|tengo|quiero|voy|he|soy|estoy|hago|llamo)\b/u,
    listener: /\b(tu|te|ti|tus|usted|su|sus|vosotros|os|eres|tienes|estas|puedes)\b/,
    day: /\b(hoy|ayer|manana|anteayer|pasado manana|lunes|martes|miercoles|jueves|viernes|sabado|domingo|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|esta noche|este fin de semana|(la semana|el mes|el ano|el verano) (que viene|proximo|proxima|pasado|pasada)|(la proxima|el proximo) \p{L}+|hace \p{L}+ (dias|semanas|meses|anos)|el primero|el dia \d{1,2}|el \d{1,2} de|\d{1,2}:\d\d)\b/u,
    numberWord:
      /\b(dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|cuarenta|cincuenta|cien|ciento|mil|docena|mitad|medio)\b/,
    clock: /\b(a las? (\d{1,2}|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)|\d{1,2}:\d\d|al mediodia)\b/,
    continuation:
      /^(el|ella|ellos|ellas|eso|esto|esta|este|ese|esa|lo|los dos|las dos|ambos|ambas|en total|ademas|tambien|uno|una|otro|otra|su|sus|alli|luego|son|es|cuesta|\d+)\b(?! (contrato|\p{L}{4,} (de|es|son|esta)))/u,
    pointing: /\b(ese|esa|esos|esas) \p{L}+/u,
    past: /\b(era|eran|fue|fueron|estaba|estaban|habia|tenia|dijo|dije|hizo|hice|vino|quiso|ayer|pasado|pasada|hace (un|una|dos|tres|\d+)|desde|siempre|cada|ha \p{L}+(ado|ido|cho|to))\b/u,
    change:
      /\b(ahora|al final|en vez|en lugar|nuevo|nueva|cambio|cambiado|cambia|actualizacion|actualizado|ya no|mejor|correccion|han subido|ha subido|subido|bajado|aplazado|movido)\b/,
    verbForms:
      'hacer hago hice hecho, pagar pago pague pagado, llamar llamo llame llamado, enviar envio envie enviado mandar mando mande mandado, comprar compro compre comprado, decir digo dije dicho, poner pongo puse puesto, pedir pido pedi pedido, escribir escribo escribi escrito, reservar reservo reserve reservado, buscar busco busque, traer traigo traje traido, ver veo vi visto, leer leo lei leido, medir mido medi medido',
  },

  references: {
    things: thingPattern({
      determiners: 'el|la|los|las|una?|unos|unas|mis?|nuestr[oa]s?|este|esta|estos|estas|ese|esa',
      adjectives: 'nuev[oa]s?|viej[oa]s?|pequeñ[oa]s?|gran|buen[oa]?|primer[oa]?|segund[oa]|últim[oa]|otr[oa]',
      notNouns:
        'días?|semanas?|mes|meses|años?|veces|vez|cosas?|tiempo|momento|final|fin|mañana|tarde|noche|resto|poco|mismo|misma|que|de|he|ha|hay|y|o|es|son|más|menos',
      compound: '\\s+de\\s(?!(?:la|el|los|las|un|una|mi|este|esta)(?!\\p{L}))\\p{L}+',
    }),
    genders: {
      el: 'm',
      la: 'f',
      los: 'p',
      las: 'p',
      un: 'm',
      una: 'f',
      unos: 'p',
      unas: 'p',
      mi: 'mf',
      mis: 'p',
      nuestro: 'm',
      nuestra: 'f',
      nuestros: 'p',
      nuestras: 'p',
      este: 'm',
      esta: 'f',
      estos: 'p',
      estas: 'p',
      ese: 'm',
      esa: 'f',
    },
    nounGenders: [
      [/o$/, 'm'],
      [/a$/, 'f'],
      [/[oae]s$/, 'p'],
    ],
    defaultGenders: 'mf',
    definite: { un: 'el', una: 'la', unos: 'los', unas: 'las', este: 'el', esta: 'la', estos: 'los', estas: 'las', ese: 'el', esa: 'la' },
    contractions: [
      [/(?<!\p{L})a el(?!\p{L})/gu, 'al'],
      [/(?<!\p{L})de el(?!\p{L})/gu, 'del'],
    ],
    personVerbs:
      /^(?:,?\s+que(?!\p{L})|\s+(?:dice|dijo|quiere|quería|propone|propuso|pregunta|viene|vino|piensa|escribe|escribió|envía|envió|llama|llamó|ha|tiene|va|puede|acepta|aceptó|pide|pidió|ofrece|ofreció|vive|cree|sabe|busca|encontró|prefiere)(?!\p{L}))/u,
    personLead: /(?<!\p{L})(?:con|para|a|llamar a|preguntar a|ver a|señora|señor|don|doña)\s+$/u,
    relatives: {
      m: /(?<!\p{L})(?:(?:[Mm]i|[Nn]uestro)\s+(?:padre|hermano|marido|hijo|novio|abuelo|tío|sobrino|amigo)|Papá)(?!\p{L})/gu,
      f: /(?<!\p{L})(?:(?:[Mm]i|[Nn]uestra)\s+(?:madre|hermana|mujer|hija|novia|abuela|tía|sobrina|amiga)|Mamá)(?!\p{L})/gu,
    },
    pronouns: [
      { find: /(?<!\p{L})(\p{L}{1,}[aei]r)lo(?!\p{L})/giu, genders: 'm', thing: '$1 {}', person: '$1 a {}' },
      { find: /(?<!\p{L})(\p{L}{2,}[aei]r)la(?!\p{L})/giu, genders: 'f', thing: '$1 {}', person: '$1 a {}' },
      { find: /(?<!\p{L})(\p{L}{2,}[aei]r)le(?!\p{L})/giu, genders: 'mf', person: '$1 a {}' },
      { find: /(?<!\p{L})(\p{L}{2,}[aei]r)l[oa]s(?!\p{L})/giu, genders: 'p', thing: '$1 {}' },
      {
        find: /(?<!\p{L})lo\s+((?:tengo que|voy a|vamos a|tenemos que|quiero|puedo|debo)\s+\p{L}+[aei]r)(?!\p{L})/giu,
        genders: 'm',
        thing: '$1 {}',
        person: '$1 a {}',
      },
      {
        find: /(?<!\p{L})la\s+((?:tengo que|voy a|vamos a|tenemos que|quiero|puedo|debo)\s+\p{L}+[aei]r)(?!\p{L})/giu,
        genders: 'f',
        thing: '$1 {}',
        person: '$1 a {}',
      },
      { find: /(?<=(?<!\p{L})(?:con|para|a|de|por)\s)él(?!\p{L})/giu, genders: 'm', person: '{}', thing: '{}' },
      { find: /(?<=(?<!\p{L})(?:con|para|a|de|por)\s)ella(?!\p{L})/giu, genders: 'f', person: '{}', thing: '{}' },
      { find: /(?<!\p{L})él(?=\s+\p{L})/giu, genders: 'm', person: '{}' },
      { find: /(?<!\p{L})ella(?=\s+\p{L})/giu, genders: 'f', person: '{}' },
    ],
  },
}
