/* Templates without reading text in Slavic languages and those of Asia: see template_table.h.
 */
#include "formats/wiki/template_handlers.h"
#include "formats/wiki/template_table.h"

static const struct template_row rows[] = {
    {"pl", template_nothing, "",
     "cytuj|cytuj książkę|cytuj stronę|cytuj "
     "pismo|przypisy|przypisy-lista|odn|r|u|o|fakt|potrzebny przypis|osobny artykuł|główny "
     "artykuł|artykuł główny|zobacz też|inne "
     "znaczenia|ujednoznacznienie|disambig|disambigr|disambigp|kontrola autorytatywna|siostrzane "
     "projekty|commons|commonscat|portal|stub|dopracować|źródła|ipa|ipa2|ipa3|wymowa|audio|"
     "nagranie|współrzędne|koordynaty|flaga|grafika rozwinięta|clear|-|brak "
     "przypisów|przypisy-begin|uwaga|uwagi|kto?|kiedy?|jaki?|styl|ang|niem|fr|infobox|naviboxy|"
     "artykuł na medal|dobry artykuł|zastrzeżenie|wikisłownik|wikiźródła|wikicytaty|martwy "
     "link|link-isbn|isbn|issn|doi|zwierzę infobox|cytuj "
     "grę|pl|en|de|it|ru|es|odznaczenia|order|baretki|spis "
     "treści|ciekawostki|poprawić|dane|galeria|rok|pełny|mwb|najstarsze|szablon|seealso|catmain"},
    {"ru", template_nothing, "",
     "см. также|main|основная статья|основная|подробно|см|смотри|другие "
     "значения|значения|неоднозначность|о|не путать с|не "
     "путать|перенаправление|примечания|источники|литература|cite web|книга|статья|публикация|нет "
     "аи|нет источника|нет источников|нет "
     "ссылок|sfn|sfn0|rp|стр|ref-en|ref-de|ref-fr|ref-uk|ref|ipa|мфа|мфа2|audio|аудио|произношение|"
     "звук|флаг|флаг россии|флагификация|флаг "
     "германии|coord|координаты|уточнить|когда|кто|кто?|где|какой|какие|чей|почему|значимость|"
     "проверить|обновить|стиль|переписать|нейтральность|орисс|проверить "
     "факты|достоверность|неавторитетный источник|недоступная ссылка|мёртвая "
     "ссылка|навигация|навигационная таблица|внешние ссылки|библиоинформация|нормативный "
     "контроль|родственные проекты|commons|commonscat|викисклад|вс|портал|портал:|избранная "
     "статья|хорошая статья|добротная "
     "статья|соответствие|ударение-сноска|комментарии|примечание|прим|сноски|refn|efn|-|clear|"
     "очистить|якорь|anchor|скрытый|скрытый блок|начало скрытого блока|конец скрытого "
     "блока|кол|конец кол|столбцы|конец "
     "столбцов|mol|кбж|подст|wayback|webarchive|брэ|вт-эсбе|эсбе|бсэ3|imdb|imdb "
     "title|isbn|doi|карточка|не хватает|дополнить раздел|заготовка "
     "раздела|викифицировать|изолированная статья|список "
     "примечаний|rise|рост|падение|increase|decrease|конец "
     "цитаты|text-источник|от|тп|нт|аи|аи2|аи?|источник?|к удалению|ку|к объединению|к "
     "переименованию|выделенная|редактирую|универсальная карточка|вики-шаблон|статья "
     "дня|звезда|gold|панорама|соседние города|кратное изображение|несколько "
     "изображений|иллюстрация|фото|галерея|нет в "
     "источнике|неоднозначно|неясно|пояснить|термин|страница|страница не "
     "указана|разбор|цитата?|нету|сравни|дата?|указать|en|de|cs|викиновости|викицитатник|викитека|"
     "викисловарь|wikisource|wiktionary|tmp|устаревшее"},
    {"uk", template_nothing, "",
     "див. також|main|основна стаття|головна|докладніше|дивіться також|інші "
     "значення|неоднозначність|не плутати|про|примітки|джерела|література|cite "
     "web|книга|стаття|без джерел|джерело|джерело?|немає джерела|sfn|rp|ref-en|ref-ru|ref|"
     "мфа|мфа2|ipa|аудіо|audio|вимова|прапор|прапорець-значок|координати|coord|уточнити|коли|хто|"
     "хто?|де|які|значимість|перевірити|оновити|стиль|нейтральність|ізольована "
     "стаття|ізольоване|бібліоінформація|нормативний "
     "контроль|портал|commons|commonscat|вікісховище|"
     "вікіцитати|вікісловник|сестринські проекти|вибрана стаття|добра "
     "стаття|-|clear|очистити|якір|якоря|прихований|webarchive|wayback|недоступне посилання|мертве "
     "посилання|refn|efn|прим|виноска|isbn|doi|кінець "
     "цитати|юніор|stub|стаб|доробити|картка|універсальна картка|есум|есу|гол"},
    {"be", template_nothing, "",
     "зноскі|крыніцы|гл. таксама|асноўны артыкул|іншыя значэнні|няма "
     "крыніц|main|ref-en|бібліяінфармацыя|мфа|audio"},
    {"bg", template_nothing, "",
     "основна|основна статия|вижте също|виж също|други значения|пояснение|към "
     "пояснение|мъниче|цитат уеб|цитат книга|цитат периодика|източник|нужда от източник|факт|без "
     "източници|превод от|превод|портал|уикиизточник|нормативен "
     "контрол|мфа|commons|commonscat|флагче|-|clear|друго значение|пояснителна "
     "страница|избрана|и|б|а|вж|сродни проекти|общомедия|имдб|коя|кога|кой"},
    {"cs", template_nothing, "",
     "citace monografie|citace elektronické monografie|citace periodika|citace elektronického "
     "periodika|citace sborníku|viz též|podrobně|hlavní článek|různé významy|jiné "
     "významy|rozcestník|pahýl|autoritní data|portály|portál|commonscat|commons|sisterlinks|"
     "ipa|výslovnost|vlajka|souřadnice|doplňte zdroj|chybí "
     "zdroj|zdroj?|kdo?|kdy?|upravit|upřesnit|neověřeno|infobox|taxobox|nedostupný link|cite "
     "web|ref|sfn|poznámky|citace|překlad|wikicitáty|wikislovník|wikizdroje|nejlepší článek|dobrý "
     "článek|redirect|clear|-|pochybnost|fakt|dlouhodobě bez "
     "zdrojů|neozdrojováno|aktualizovat|jazyk|en|de|fr|zvýrazněný"},
    {"sk", template_nothing, "",
     "bez citácie|chýba zdroj|hlavný článok|pozri aj|iné významy|rozlišovacia "
     "stránka|výhonok|citácia knihy|citácia elektronického dokumentu|ipa|vlajka|projekt|sestra"},
    {"tr", template_nothing, "",
     "ana madde|ayrıca bakınız|bakınız|anlam ayrımı|diğer anlamı|diğer kullanımlar|kaynak "
     "belirt|kaynakça|kaynak göster|web kaynağı|kitap kaynağı|haber kaynağı|dergi kaynağı|akademik "
     "dergi kaynağı|otorite kontrolü|commons|commonscat|commons "
     "kategori|portal|taslak|ipa|ses|söyleniş|bayrak simge|bayraksimge|"
     "koordinat|coord|kim|ne zaman|hangi|netleştir|seçkin madde|kaliteli madde|kardeş "
     "projeler|clear|temizle|-|ölü bağlantı|kırık "
     "bağlantı|ref|sfn|en|de|fr|ru|isbn|imdb|kaynaksız|düzenle|güncelle|vikiveri|yönlendirme|"
     "başlığın diğer anlamları|tarafsız|arşivlendi|refn|sayfa belirt|öz "
     "kaynak|açıklama|üstkonu|kişi bilgi kutusu"},
    {"ar", template_nothing, "",
     "مفصلة|رئيسية|المقالة الرئيسية|مقالة رئيسية|انظر أيضا|انظر|طالع أيضا|طالع|توضيح|صفحة "
     "توضيح|استشهاد ويب|استشهاد بكتاب|استشهاد بدورية محكمة|استشهاد بخبر|استشهاد بهارفارد|مراجع|ثبت "
     "المراجع|مرجع|بحاجة لمصدر|حقيقة|وضح|من|متى|مصدر|غير موثق|ضبط استنادي|شريط بوابات|بوابة|روابط "
     "شقيقة|تصنيف كومنز|كومنز|وصلة مكسورة|وصلة قديمة|لفظ|صوت|علم-أيقونة|رمز "
     "علم|إحداثيات|coord|صندوق معلومات|معلومات|-|شريط|بذرة|مقالة مختارة|مقالة جيدة|صورة متعددة|صور "
     "متعددة|صورة عريضة|قصر الترجمة|ترجم|تدقيق|مصادر أكثر|أيقونة|أيقونة إنجليزية|أيقونة "
     "ألمانية|أيقونة فرنسية|إنجليزية-أيقونة|هارف|هامش|بداية المراجع|نهاية "
     "المراجع|تحويل-ملاحظة|تمييز|لا للخلط|مصدر طبي|مصادر طبية|معرفات|روابط|مقولة|ويكي "
     "مصدر|ويكاموس|أفق|بحاجة لمراجعة|رأي|حيادية|تحديث|توثيق|يتيمة|مقصد|مرساة|ملا|ملاحظة"},
    {"fa", template_nothing, "",
     "اصلی|نوشتار اصلی|مقاله اصلی|همچنین ببینید|جستارهای "
     "وابسته|ابهام‌زدایی|ابهام "
     "زدایی|دیگر "
     "کاربردها|تغییرمسیر|یادکرد|یادکرد وب|یادکرد کتاب|یادکرد خبر|یادکرد "
     "ژورنال|پانویس|منبع|مدرک|نیازمند منبع|بی‌منبع|بی "
     "منبع|چه "
     "کسی|کی|داده‌های "
     "کتابخانه‌ای|درگاه|پروژه‌های "
     "خواهر|انبار|انبار-رده|ویکی‌انبار|انبار "
     "رده|"
     "پایان|پیوند مرده|آوا|تلفظ|نوا|پرچم‌نما|نماد "
     "پرچم|مختصات|جعبه "
     "اطلاعات|خرد|مقاله "
     "برگزیده|مقاله "
     "خوب|ویکی‌سازی|تمیزکاری|گسترش|یادداشت|رفرنس|"
     "پاک‌کن|"
     "-"
     "|"
     "آغاز "
     "چپ‌چین|پایان "
     "چپ‌چین|چپ‌چین|یادکرد-ویکی|متن "
     "زبان|شفاف‌سازی|روشن‌سازی|به‌روز|تصویر "
     "چندگانه|لنگر|ویکی‌گفتاورد|ویکی‌واژه|en "
     "icon|سخ-پایان|سنجش"},
    {"he", template_nothing, "",
     "ערך מורחב|ראו גם|פירוש נוסף|פירושונים|פירושון|הפניה לערך מורחב|הערת שוליים|הערה|הערות "
     "שוליים|הערות|דרוש מקור|מקור|מקורות|קצרמר|להשלים|לשכתב|לערוך|עריכה|מיון "
     "רגיל|ויקישיתוף|ויקישיתוף "
     "בשורה|מיזמים|פורטל|הגייה|הגיה|ipa|שמע|דגל-סמל|דגלון|קואורדינטות|בקרת זהויות|ערך "
     "מומלץ|מומלץ|צ-ספר|צ-מאמר|"
     "מי|מתי|הבהרה|הבהרה חסרה|סימוכין|בעבודה|תבנית|ש-ניווט|קישור שבור|כותרת|תמונות|גלריה|אין "
     "תמונה|ניווט|ציטוט בולט|ציטוט משמאל|עוגן|-|שמאל-סוף|ynet|הארץ|מעריב|וואלה|imdb|ויקימילון|דף "
     "שער|חדש|מסגרת|נתוני אישים|תמונה|תצ|הארה|ביאור|ביאורים|במקור|לינק"},
    {"hi", template_nothing, "",
     "मुख्य|मुख्य लेख|यह भी देखें|इन्हें भी देखें|बहुविकल्पी|अन्य प्रयोग|स्रोत|उद्धरण "
     "आवश्यक|सन्दर्भ|टिप्पणीसूची|ज्ञानसन्दूक|आधार|प्रामाणिक|प्राधिकरण नियंत्रण|स्रोत चाहिए|विलय|साफ़-सफ़ाई|अनेक "
     "समस्याएँ|कौन|कब|आईपीए|श्रेणी|ध्वज चिह्न|मृत कड़ियाँ|शीर्षक"},
    {"bn", template_nothing, "",
     "মূল|মূল নিবন্ধ|মূল নিবন্ধ২|আরও দেখুন|দ্ব্যর্থতা নিরসন|অন্য ব্যবহার|সূত্র তালিকা|তথ্যসূত্র "
     "প্রয়োজন|উৎসহীন|উৎস|তথ্যছক|অসম্পূর্ণ|কর্তৃপক্ষ নিয়ন্ত্রণ|প্রবেশদ্বার|কে|কখন|পতাকা আইকন|আধ্বব|ওয়েব উদ্ধৃতি|বই "
     "উদ্ধৃতি|কমন্স|কমন্স বিষয়শ্রেণী|স্থানাঙ্ক|কাজ চলছে|নির্বাচিত নিবন্ধ|সংবাদ উদ্ধৃতি|সাময়িকী উদ্ধৃতি|অকার্যকর "
     "সংযোগ"},
    {"ur", template_nothing, "",
     "مزید دیکھیے|اصل مضمون|مرکزی|حوالہ|حوالہ جات|حوالہ درکار|خانہ معلومات|نامکمل|ضد ابہام|دیگر "
     "استعمالات"},
    {"ta", template_nothing, "",
     "முதன்மை|மேற்கோள் தேவை|சான்று தேவை|மேலும் பார்க்க|தகவற்சட்டம்|குறுங்கட்டுரை|பக்கவழி நெறிப்படுத்தல்"},
    {"ja", template_nothing, "",
     "main|see "
     "also|seealso|see|otheruses|otheruseslist|redirect|redirectlist|about|要出典|出典の明記|"
     "要検証|要説明|いつ|誰|どこ|要追加記述|独自研究|独自研究?|正確性|中立性|観点|"
     "雑多な内容の箇条書き|国際化|脚注ヘルプ|脚注の不足|reflist|refbegin|refend|refn|"
     "efn|efn2|sfn|harvnb|r|rp|citation|cite web|cite book|cite news|cite "
     "journal|リンク切れ|ウェイバック|webarchive|アーカイブ|kotobank|enlink "
     "icon|ipa|ipa-en|発音|audio|音声|ウィキ座標|ウィキ座標度分秒|coord|flagicon|国旗アイコン|"
     "normdaten|典拠管理|ウィキプロジェクトリンク|portal|ポータル|ポータルリンク|commons|"
     "commonscat|commons&cat|wikinews|wikiquote|wiktionary|"
     "sister|ウィキポータルリンク|良質な記事|秀逸な記事|節stub|stub|加筆|出典無効|更新|告知|"
     "特殊文字|記事名の制約|記事名|混同|曖昧さ回避|aimai|人名の曖昧さ回避|地名の曖昧さ回避|名前|"
     "半保護|保護|表記揺れ案内|脚注|脚注リスト|注|注釈|参照方法|参考文献|要ページ番号|"
     "要文献特定詳細情報|言語icon|en icon|de icon|ja icon|デフォルトソート|multiple image|bar "
     "percent|bar box|col-begin|col-2|col-end|"
     "clear|-|anchor|アンカー|isbn|isbn2|issn|doi|ndljp|naid|pdf|pdflink|現在進行|工事中|inuse|"
     "読み込み|翻訳|分割提案|統合文字|出典範囲|いつ?|誰?|要出典科学|疑問点|言葉を濁さない|広告|"
     "百科事典的でない|あいまい|未検証|wikify|精度|imagelabel|スタブ|infobox|people|ウィキペディア|"
     "暴力的|成人向け|ネタバレ|basedon|所在地|kmlファイル|mapplot|location "
     "map|maplink2|ソートキー|出典の明記2"},
    {"zh", template_nothing, "",
     "main|see "
     "also|seealso|see|otheruses|redirect|about|not|distinguish|来源请求|來源請求|fact|citation "
     "needed|来源|谁|誰|whom|何时|何時|when|哪里|哪裡|which|需要解释|clarify|reflist|refbegin|"
     "refend|efn|sfn|harvnb|r|rp|cite web|cite book|cite news|cite "
     "journal|cite|citation|失效链接|dead "
     "link|dl|dead|ipa|ipa-en|audio|pron|发音|coord|flagicon|国旗图标|authority "
     "control|规范控制|portal|portal bar|commons|commonscat|commons "
     "category|wikiquote|wiktionary|姊妹计划链接|sister project links|优良条目|典范条目|featured "
     "article|good "
     "article|小作品|stub|unreferenced|refimprove|noteta|notea|noteat|cgroup|字詞轉換|地区用词|"
     "nota|消歧义|消歧義|disambig|link style|en|en icon|ja "
     "icon|link-icon|vfd|orphan|copyedit|expand|expert|cleanup|update|merge|split|wikify|lead|"
     "multiple "
     "issues|pov|plot|trivia|grammar|translating|inuse|现在进行|noref|blpsources|primarysources|"
     "advert|notability|weasel|multiple "
     "image|navbox|infobox|clear|-|anchor|isbn|issn|doi|wayback|webarchive|繁简|簡繁|nowiki|標題|"
     "标题|lan|le icon|jw|ws|ye|fs|who|where|why|time|in "
     "use|subst|需要消歧义|关于|區分|区别|参见|參見|主條目|主条目|又见|詳情|无来源|可靠來源|"
     "更佳来源|自述来源|requested|rotten|citeweb|cite-web"},
    {"ko", template_nothing, "",
     "본문|주요 문서|주 문서|같이 보기|참고|더 보기|다른 뜻|다른 뜻 "
     "넘어옴|구별|혼동|동음이의|동명이인|출처 필요|출처|출처 "
     "부족|누가|언제|어디서|어느|각주|주석|내용주|refn|sfn|웹 인용|서적 인용|저널 인용|뉴스 "
     "인용|뉴스인용|깨진 링크|죽은 링크|ipa|소리|발음|듣기|좌표|coord|국기 아이콘|국기그림|전거 "
     "통제|포털|위키공용|위키공용분류|자매 프로젝트|위키낱말사전|위키인용집|"
     "알찬 글|좋은 글|토막글|토막글 문단|번역|정리 필요|중립 필요|업데이트|번역된 문서|출처 "
     "없음|독자 연구|정보상자|둘러보기|여러 그림|다중 "
     "그림|갤러리|너비틀|-|clear|앵커|isbn|issn|en|de|en icon|영어 표시|말|넘어옴|확인 "
     "필요|불확실|위키 문법|문단 이동|보호|준보호|글로벌세계대백과사전|시작 목록|끝 목록|각주 "
     "부족|쪽 번호 필요|사용자"},
    {"vi", template_nothing, "",
     "chính|bài chính|xem thêm|xem|định hướng|đầu trang|khác|cần chú thích|fact|nguồn|chú thích "
     "web|chú thích sách|chú thích tạp chí|chú thích báo|tham khảo|kiểm soát tính nhất quán|thể "
     "loại commons|commonscat|commons|chủ đề|cổng thông tin|sơ khai|sơ thảo|ipa|ipa-vi|âm "
     "thanh|biểu tượng lá cờ|flagicon|tọa độ|coord|"
     "ai nói|khi nào|làm rõ|bài viết chọn lọc|bài viết tốt|liên kết hỏng|sfn|r|refn|ghi "
     "chú|en|fr|vi|isbn|imdb|cần nguồn|không nguồn|thiếu nguồn|dịch thuật|wikify|cập nhật|thông "
     "tin|hộp thông tin|hình ảnh|nhiều hình|neo|giới|bảng|-|clear"},
    {"id", template_nothing, "",
     "utama|artikel utama|lihat pula|lihat|untuk|disambig|disambiguasi|kegunaanlain|butuh "
     "rujukan|fact|cn|reflist|rujukan|referensi|sitasi|cite web|pengawasan otoritas|authority "
     "control|commons|commonscat|portal|rintisan|ipa|audio|bendera "
     "ikon|flagicon|koord|coord|siapa|kapan|klarifikasi|artikel pilihan|artikel bagus|"
     "pranala mati|sfn|refn|en|id|isbn|tanpa referensi|rapikan|wikifikasi|perbarui|infobox|kotak "
     "info|gambar ganda|-|clear|proyek "
     "saudara|redirect|pengalihan|bedakan|topik|catatan|terjemahan"},
    {"th", template_nothing, "",
     "หลัก|บทความหลัก|ดูเพิ่ม|ดูเพิ่มที่|ดูที่|แก้ความกำกวม|ความหมายอื่น|เกี่ยวกับ|ต้องการอ้างอิง|ต้องการแหล่งอ้างอิง|อ้างอิง|"
     "รายการอ้างอิง|อ้างอิงเว็บ|cite "
     "web|โครง|คอมมอนส์|commonscat|สถานีย่อย|กล่องข้อมูล|บทความคัดสรร|บทความคุณภาพ|ลิงก์เสีย|สัทอักษร|เสียง|"
     "ธงชาติ-ไอคอน|พิกัด|coord|ใคร|เมื่อไร|เก็บกวาด|ขาดอ้างอิง|ต้องการอ้างอิงเพิ่ม|เพิ่มอ้างอิง|รอการตรวจสอบ|th|en|"
     "เริ่มอ้างอิง|จบอ้างอิง|รายการหมายเหตุ|ล้าง|-|ภาษา-ไอคอน|ตารางคลาส|คัดสรร|วิกิซอร์ซ|สั้นมาก|ปรับภาษา"},
    {"el", template_nothing, "",
     "κύριο|κύριο λήμμα|κυρίως|δείτε "
     "επίσης|αποσαφήνιση|για|ανακατεύθυνση|παραπομπές|πηγή|χρειάζεται παραπομπή|εκκρεμεί "
     "παραπομπή|ασαφές|ποιος|πότε|παραπομπή|cite web|cite book|authority "
     "control|commons|commonscat|πύλη|επέκταση|ipa|ήχος|προφορά|σημαία "
     "εικονίδιο|coord|συντεταγμένες|πληροφορίες|κουτί|"
     "αξιόλογο άρθρο|προβεβλημένο|νεκρός σύνδεσμος|sfn|refn|en|el|el icon|isbn|πηγές|χωρίς "
     "πηγές|επιμέλεια|βικιποίηση|ενημέρωση|clear|-|σημειώσεις|reflist|ουδετερότητα|αδελφικά "
     "εγχειρήματα"},
    {"sr", template_nothing, "",
     "главни чланак|glavni članak|види још|вишезначна одредница|друга употреба|потребан "
     "извор|извор|референце|портал|клица|нормативна контрола|commonscat|мфа|инфокутија"},
    {"hr", template_nothing, "",
     "glavni članak|vidi još|razdvojba|drugo značenje|nedostaje izvor|izvori|citiranje "
     "weba|portal|mrva|normativna kontrola|commonscat|ipa|infookvir"},
    {"hy", template_nothing, "",
     "հիմնական|տես նաև|այլ կիրառումներ|ծանցանկ|աղբյուր չկա|փա|գիրք|հոդված|արտաքին "
     "հղումներ|տեղեկաքարտ|մեդիա"},
};

const struct template_rows template_furniture_eastern_data = {rows, sizeof rows / sizeof rows[0]};
