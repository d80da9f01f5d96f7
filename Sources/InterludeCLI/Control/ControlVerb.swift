import ArgumentParser

/// What `interlude ctl` can ask for; the names are those of the protocol as well.
enum ControlVerb: String, Codable, Sendable, CaseIterable, ExpressibleByArgument {
    case status, push, ignore, pause, resume, live, delay, seek, volume, skip, play, stop
}
