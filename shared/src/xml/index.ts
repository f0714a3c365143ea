export { readXml, XmlElement, XmlError } from './read-xml.ts';
