/// All targets, in the order in which they run.
let fuzzTargets: [any FuzzTarget.Type] = [
    ControlFuzz.self, FleetFuzz.self, PageBodyFuzz.self, HeaderFuzz.self,
    SpotFuzz.self, FeedFuzz.self, HouseAdFuzz.self, PictureFuzz.self, PlainTextFuzz.self,
    ScheduleFuzz.self, VASTFuzz.self, MarkupFuzz.self, PingFuzz.self, TruexFuzz.self,
    TruexParametersFuzz.self,
    PlaylistFuzz.self, HLSFuzz.self, HLSClientFuzz.self, ICYFuzz.self, SpliceFuzz.self,
    ServerSentEventFuzz.self,
    ID3Fuzz.self, TransportStreamFuzz.self, SegmentFuzz.self, OggCommentFuzz.self,
    NowPlayingFuzz.self, AssetListFuzz.self, GzipFuzz.self,
    StationAnswerFuzz.self,
    RecordingFuzz.self, YAMLFuzz.self, ManifestFuzz.self, ProgrammeFuzz.self, ViewerFuzz.self,
    Layer3Fuzz.self, OggFuzz.self, SpotSoundFuzz.self, StreamSoundFuzz.self,
]

/// The target of this name; `nil` if there is none.
func fuzzTarget(named name: String) -> (any FuzzTarget.Type)? {
    for target in fuzzTargets where target.name == name { return target }
    return nil
}
