import ArgumentParser
import Interlude

extension ControlVerb: ExpressibleByArgument {}
