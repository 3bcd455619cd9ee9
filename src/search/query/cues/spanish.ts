import { patternOfWeekdays } from '../../../core/dates/vocabulary.ts'
import type { IntentCues } from './cues.ts'
import { weVerbs } from './iberian-verbs.ts'

export const spanish: IntentCues = {
  pastQuestion:
    '(?:he|hemos|has|había|habíamos|habías) (?:\\p{L}+[ai]do|dicho|hecho|visto|puesto|escrito)|dij(?:e|imos|iste)|decid[ií](?:mos)?|acord(?:amos|é)|habl(?:amos|é|aste)|quedamos|cont(?:é|amos|aste)|compr(?:é|amos)|hic(?:e|imos)|fu(?:i|imos)|recuerd\\p{L}+|recuérd\\p{L}+|te acuerdas|pasad[oa]|últim[oa] vez|ayer',
  decisionQuestion:
    'decid\\p{L}+|decisi(?:ón|ones)|acord(?:amos|ado|é)|acuerdos?|eleg(?:í|imos|ido)|qued(?:amos|ado) en|conclusi(?:ón|ones)',
  decisionStatement:
    'decidid[oa]s?|(?:hemos|he) (?:acordado|elegido|quedado en|optado por|reservado|firmado)|decid(?:í|imos)|acordamos|elegimos|elegí|quedamos en|optamos por|de acuerdo entonces|trato hecho|decisión final',
  choiceStatement:
    '(?:nos quedamos|me quedo) con(?! (?:la (?:duda|sensación|impresión|boca|miel)|(?:las )?ganas|hambre|sueño|frío|los (?:niños|abuelos)|mis?|ti|él|ella|ellos|ellas|vosotros|ustedes)(?!\\p{L}))|vamos con(?! (?:prisa|retraso|tiempo|calma|cuidado|mis?|nuestr\\p{L}+|los (?:niños|abuelos)|amigos|él|ella|ellos)(?!\\p{L}))',
  habit:
    'a menudo|siempre|normalmente|a veces|casi siempre|cada (?:día|mañana|noche|semana|vez|año)|todos los días|todas las (?:mañanas|noches|semanas)',
  speaker: `yo|(?<!\\d )mi|mis|mí|mío|mía|conmigo|nosotr[oa]s|nuestr[oa]s?|nos|tengo|tenía|tenemos|he \\p{L}+[ai]do|hemos|dije|fui|fuimos|hice|quiero|soy (?:de|un|una|el|la|muy)|estoy|${weVerbs}`,
  assistantStatement:
    '(?:me |nos )?(?:dijiste|sugeriste|recomendaste|aconsejaste|propusiste|explicaste|escribiste|diste|prometiste|ofreciste|mencionaste|anotaste)|querías|(?:me |nos )?has (?:dicho|sugerido|recomendado|aconsejado|propuesto|explicado|escrito|dado|prometido|ofrecido|mencionado|anotado)|tus? (?:consejos?|sugerencias?|recomendaci(?:ón|ones)|respuestas?|propuestas?|promesas?)',
  severalQuestion:
    'cu[aá]les|qu[eé] (?:\\p{L}+[aeiou]s|\\p{L}+es)|(?:haz|dame|hazme|muéstrame|escribe) (?:una|la) lista|enumera\\p{L}*|lista (?:los|las|todo)|todas|todos (?:los(?! (?:días|meses|años))|nuestros|mis)|amb[oa]s|los dos|las dos|resum(?:en|ir|eme)|resúmeme|resume (?:los|las|el|la|lo|todo|nuestr\\p{L}+)|en qu[eé] orden|qu[eé] tipos',
  timeQuestion: 'cu[aá]ndo|qu[eé] (?:fecha|día|dia|año|mes|hora)|desde cu[aá]ndo|cu[aá]nto tiempo|a qu[eé] hora',
  timeStatement: `${patternOfWeekdays('es')}|ayer|anteayer|hoy|mañana|anoche|(?:próxim|pasad)[oa]|hace (?:\\p{L}+|\\d+) \\p{L}+|desde|semanas?|fin de semana|meses|años?|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre`,
  amountQuestion:
    'cu[aá]nt[oa]s?(?! tiempo)|qu[eé] (?:precio|cantidad|importe|presupuesto|tarifa|total|n[uú]mero)|cu[aá]l (?:es|era|fue) (?:el|la) (?:precio|cantidad|importe|presupuesto|tarifa|total|alquiler|sueldo)',
  amountWord:
    'dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|treinta|cuarenta|cincuenta|cien|cientos|mil|millones|docena|euros?|d[oó]lares',
}
