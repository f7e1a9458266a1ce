/* How names of templates without reading text begin and end: see template_table.h. */
#include "formats/wiki/template_table.h"

const struct template_affixes template_furniture_affixes[] = {
    {"",
     "cite |citation/|vcite|vancite|harvard|sfn|efn|infobox|taxobox|automatic "
     "tax|navbox|campaignbox|"
     "use |pp-|ipa-|ipac-|ipa |pron-|audio-|s-|wikiproject|commons "
     "|commonscat|wikisource|wikibooks|"
     "wiktionary|wikiquote|wikivers|wikivoy|wikinews|wikispec|portal|r from|r to|r with|uw-|user |"
     "subst:|country data|largest cities|location map|speciesbox|starbox|chembox|drugbox|geobox|"
     "planetbox|medal|multiple |succession|unreferenced|expand |cleanup|copy edit|merge|split |pov|"
     "blp |lead |refimprove|more footnotes|external |too many|in use|notice|editnotice|toc "
     "|toc|col-|"
     "clear|columns|div col|reflist|notelist|fb |fs |football|rugby|cricket|basketball|ice hockey|"
     "track list|single chart|album chart|certification |weather|climate|historical pop|census|"
     "us census|chess diagram|bs-|bsto|rail |rws|adjacent|geodata|election "
     "box|election|composition bar|"
     "party color|bar |graph:|chart|legend|color|image|gallery|video game|music |film "
     "|imdb|allmusic|"
     "sports|nfl|nba|nhl|mlb|wpa |botany|floruit box|authority|taxonbar|coord|lists of|list of|"
     "contains |needs |spoken|list missing|ambox|ombox|flagicon|mwb|attached |osm|routemap|"
     "isbn|please|dead |bare |unreliable|self-|primary |module:|#invoke|db-|if |yesno|main other|"
     "featured |good article|subscription|registration|link language|family name|compact toc|"
     "emptysection|copyvio|not verified|citations|wikify|importance|stub|jct|infobox/",
     " stub|-stub|-inline| icon| icons| sidebar| navbox| box| infobox| series| topics| "
     "footer|/footer|"
     " chart| table| tables| map| color| colors|-map| navigation| hatnote| timeline| squad| "
     "squads| roster|"
     " templates| template| tree| family tree|squad|/sandbox|/doc| start| begin| end| top| bottom|"
     " portal| disambiguation|disambig| (disambiguation)| shell| issues| section|-section| needed|"
     " missing| required| notice| seasons| championship| championships| championship teams| "
     "champions| winners|"
     " elections| presidents| ministers| mayors| governors| bishops| district| county| province|"
     " films| albums| songs| discography| bibliography| filmography| episodes| characters|"
     " category| categories| links| link| license| bar| legend| diagram| gallery| image| images|"
     " rating| ratings| record| records| stats| results| standings| bracket| fixtures| route| rdt|"
     "stub| note| notes"},
    {"de",
     "infobox|navigationsleiste|navi|taxobox|positionskarte|quelle|internetquelle|literatur|cite|"
     "begriffs|"
     "wahldiagramm|wahl|klima|metadaten|hinweis|personendaten|weiterleitung|portal|linkbox|"
     "medaillen|tabelle|bild|panorama|imagemap|farblegende|folgenleiste|toc|webarchiv|kaiserstein|"
     "imdb|discogs|allmusic|normdaten|sitzverteilung|belege|lückenhaft|überarbeit|gesprochen",
     "diagramm|tabelle|navigationsleiste|leiste|-infobox|infobox|karte|quelle|archiv|hinweis|box"},
    {"fr",
     "infobox|taxobox|palette|portail|ébauche|méta|début |fin |lien |article |voir |autres "
     "projets|autre |"
     "géolocalisation|géoloc|arbre|climat|à |section |admissib|sources|homonym|bandeau|"
     "catégorie|référence|références|notes|boîte|blason|drapeau|bloc |drapeau "
     "|image|images|légende|"
     "coord|semi-protection|protection|paronym|confus|suppression|traduction|note|harvsp|sfn|"
     "ouvrage|chapitre|périodique|écrit|imdb|base |bases|dictionnaires|plume|tableau |feuille|trop|"
     "succession|navigation|pour ",
     "ébauche| palette|/début|/fin|icône| box"},
    {"es",
     "ficha|plantilla|cita |esbozo|wikificar|referencias|ref-|ref |commons|control de|portal|otros "
     "usos|"
     "véase|artículo|desambig|imagen|mapa|clima|sucesión|copyedit|traducido|mal "
     "traducido|cuadro|"
     "listado|palmarés|navbox|enlace roto|bandera|geodatos|demografía|otras|demanda|posible|"
     "infobox|taxobox|medallero|extracto|sin |fusionar|no neutral",
     " icono|esbozo|-esbozo|-stub| ficha"},
    {"it",
     "infobox|box |divisione|sportivo|tassobox|bio|cita |vedi|nota "
     "disamb|interprogetto|portale|controllo |"
     "stub |torna|senza fonte|citazione necessaria|collegamento|categorie|galleria|"
     "tabella|film|album|artista|edificio|persona|carica|comune|stato|città|template|edizione|"
     "immagine|localizzazione|classifica|squadra|calcio|giocatore|nazionale|atleta|clima|"
     "demografia|"
     "voce|avvisounicode|approfondimento|wip|organizza|controlcopy|bandiera|incarichi|cronotassi|"
     "gruppo |progetto|sequenza|navigazione|dettagli",
     " stub|/sandbox| box"},
    {"pt",
     "info|infobox|citar|esboço|portal|ver|artigo|mais|sem "
     "|referências|ref-|referência|link|controle|"
     "desambig|caixa|navbox|navega|mapa|clima|bandeira|sucessão|predefinição|multi|imagem|dablink|"
     "esporte|não |reciclagem|wikifica|revis|tradução|commons|correlato|"
     "bloco de|notas|carece|quem|fonte|seminário|taxonomia|formato",
     "-esboço|esboço| icon"},
    {"nl",
     "infobox|tabel|zie |zie|navigatie|sjabloon|beginnetje|bron|cite|citeer|commons|portaal|dp|"
     "doorverwijs|bronvermelding|appendix|references|taxobox|zijbalk|gesproken|wiu|twijfel|"
     "etalage|klimaat|koppen|stamboom|vlag|clear|kolom|bevolking",
     "navigatie| beginnetje|beginnetje"},
    {"pl",
     "infobox|szablon|zaznacz|cytuj|przypisy|przypis|odn|osoba|państwo|miasto|zwierzę|roślina|"
     "artykuł|główny|osobny|inne|disambig|wikiprojekt|siostrzane|kontrola|fakt|źródła|dopracować|"
     "stub|grafika|wikimedia|commons|flaga|galeria|uwaga|medal|sezon|skład |wykres|tabela|"
     "spis|drzewo|panorama|klimat|geobox|ujednoznacznienie|język "
     "|polityk|sportowiec|"
     "współrzędne|kategoria|seria|film|album|zespół|wieża",
     " infobox|stub|-stub| zalążek"},
    {"ru",
     "карточка|шаблон|навигационн|навигация|таксон|ref-|cite|книга|статья|публикация|sfn|"
     "примечания|"
     "основная|см|смотри|другие|значения|не путать|о |об "
     "|редирект|перенаправление|флаг|флагификация|"
     "портал|внешние|родственные|нет |уточнить|проверить|переработать|дописать|изолированная|"
     "координаты|климат|погода|население|панорама|кто|где|когда|стаб|заготовка|вт-|брэ|нп|"
     "библиоинформация|rq|commons|викиданные|начало|конец|столиц|города|страны|список|дерево|"
     "избранная|хорошая|достоверность|источник|ссылки|ссылка|неавторитетный|мёртвая|недоступная|"
     "соседние|позиционная|медаль|награда|звание|турнир|хронология|внимание|состав|матч|"
     "политик|персона|футболист|государственный деятель|учёный|писатель|музыкант|фильм|альбом|"
     "место|остров|река|озеро|гора|компания|книга:|wikidata|audio|нп/|"
     "universal|аудио|видео|изображение|галерея|тема|цитата из|ивтоп|ивниз|"
     "кластер|древо|родословие|предки|спорт|чемпион|олимп|сезон|чиновник|военный деятель",
     "-stub| стаб|stub|/карта| (карточка)|-навигация"},
    {"uk",
     "картка|шаблон|навігаці|таксон|ref-|cite|примітки|основна|див|інші|не плутати|про "
     "|редирект|прапор|"
     "портал|нема|немає|без |уточнити|перевірити|координати|клімат|населення|стаб|доробити|"
     "commons|автономна|бібліоінформація|вікіпосилання|мертве|джерел|список|нормативний|"
     "незавершена|спорт|універсальна|доробити|персона|науковець|політик|місто|країна|фільм|альбом",
     "-stub| доробити|-доробити|stub"},
};
const size_t template_furniture_affix_count =
    sizeof template_furniture_affixes / sizeof template_furniture_affixes[0];
