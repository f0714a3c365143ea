export { readXml, XmlElement, XmlError, type XmlLimits } from './read-xml.ts';
