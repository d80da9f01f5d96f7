/// Words of schedules.
enum ScheduleWords {
    static let json =
        JSONWords.marks + [
            "\"ads\":{", "\"breaks\":[", "\"startOffset\":", "\"timeOffset\":", "\"duration\":",
            "\"offsets\":[", "\"breakOffsets\":[", "\"prefix\":", "\"sid\":", "\"playURL\":",
            "\"type\":\"linear\"", "\"position\":\"midroll\"", "\"index\":", "\"next_time\":",
            "\"adParameters\":", "\"vast_config_url\":", "\"mimeType\":", "\"apiFramework\":",
            "\"truex\"", "\"height\":", "\"error\":", "\"extensions\":", "\"currentBreak\":",
        ]

    static let markup = [
        "<vmap:VMAP", "<vmap:AdBreak", " timeOffset=\"", "00:00:30.000", "100%", "#1", "start",
        "end", " breakType=\"linear\"", "<vmap:AdSource>", "<vmap:VASTAdData>", "<VAST",
        " version=\"3.0\"", "<Ad id=\"a\">", "<InLine>", "<Wrapper>", "<Creatives>", "<Creative>",
        "<Linear>", "<NonLinear>", "<Duration>", "</Duration>", "<AdParameters>", "<![CDATA[",
        "]]>", "<MediaFile", " apiFramework=\"truex\"", "<!DOCTYPE", "<!ENTITY", "<?xml", "?>",
        "&amp;", "&#0;", "xmlns:vmap=\"http://www.iab.net/videosuite/vmap\"",
    ]
}
